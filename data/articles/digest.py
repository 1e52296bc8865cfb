"""The community account's digest.

Each paper has a numbered Chinese headline, then 论文类别, 论文英文标题, 论文链接, 介绍, 核心图片.
"""

from __future__ import annotations

from data.articles import reader
from data.articles.layout import COLON, Layout
from data.models import Article

LAYOUT = Layout(
    name="digest",
    title_label="论文英文标题",
    heading=r"(?:[(（【\[] *)?(?P<number>\d{1,4}) *[)）】\].．、:：] *(?P<headline>.*)",
    within=rf"核心图片 *{COLON}",
    doubtful=True,
)


def read(text: str) -> Article:
    """The papers of an article in this layout, in their order; Refused when there is none."""
    return reader.read(LAYOUT, text)
