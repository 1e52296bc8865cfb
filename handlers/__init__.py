"""The conversation: one module per command family.

Shared below the families: `context` (what a handler is handed), `where` (chat, topic, place, who speaks),
`guards` (who may do what), `press` (buttons), `asking` and `following` (first answers), `menus`.
"""

from __future__ import annotations
