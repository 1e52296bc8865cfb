"""What a layout is: labels as data, and how a line of an article is cut along them.

A new layout is a module with one `Layout`: which labels name which field, what its headings look like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from data.articles import dress

# Fields that hold running text, and those that name a paper. All others hold one line.
TEXTS = ("summary", "abstract")
TITLES = ("title_en", "title", "title_zh")
OPENERS = (*TITLES, "category")

LABELS: dict[str, tuple[str, ...]] = {
    "title": ("论文题目", "论文标题", "论文名称"),
    "title_en": ("论文英文标题", "论文英文题目", "英文标题", "英文题目"),
    "title_zh": ("论文中文标题", "论文中文题目", "中文标题", "中文题目"),
    "authors": ("作者", "论文作者", "全部作者", "作者列表"),
    "corresponding": ("通讯作者", "通信作者", "论文通讯作者"),
    "equal_contribution": ("共同第一作者", "共同一作", "同等贡献作者", "同等贡献"),
    "category": ("论文类别", "论文类型", "录用类别", "录用类型", "接收类型"),
    "venue": ("会议", "会议名称", "录用会议", "接收会议", "发表会议", "收录会议"),
    "link": ("论文链接", "论文地址", "论文网址", "原文链接", "链接", "arXiv", "DOI", "PDF"),
    "code": ("代码", "代码链接", "代码地址", "开源代码", "开源地址", "GitHub"),
    "image": ("核心图片",),
    "summary": ("论文概述", "概述", "论文简介", "简介", "内容简介", "论文介绍", "介绍", "论文解读"),
    "abstract": ("摘要", "论文摘要", "Abstract"),
    "other": ("第一作者", "论文第一作者", "作者单位", "论文单位", "项目主页", "项目链接", "关键词"),
}

_SHORT = 3
_COLONS = ":：﹕∶︰ː꞉"
COLON = f"[{_COLONS}]"
_COLON = rf"{COLON}(?: *{COLON}){{0,3}}"
_EMPHASIS = r"(?:\*{1,3}|_{1,3}|`{1,3}|~~)"
_ITEM = re.compile(r"[(（【\[]? *\d{1,2} *[)）】\].．、:：]+ *")
# Where an entry begins in the middle of a line: a number in brackets, or else one with a point.
_NUMBERS = tuple(
    re.compile(form) for form in (r"[(（【\[] *\d{1,3} *[)）】\]]", r"(?<![\w.-])\d{1,3} ?[.、](?!\d)")
)
_HEADLINE = 200
# A number before these is no item of a list: 1. 论文题目：…
_LONG_LABELS = ("论文", "作者", "通讯", "通信", "核心图片")


@dataclass(frozen=True)
class Layout:
    """One way of writing a roundup.

    `title_label` names a paper here; it stands in refusals and warnings. `heading` matches a line that opens
    an entry, with the groups `number` and `headline` where it has them; `doubtful` headings look like items
    of a list and count only where a label comes soon after. `within` is what may begin in the middle of
    running text, where an article lost its line breaks. `labels` adds to the common ones.
    """

    name: str
    title_label: str
    heading: str
    within: str
    doubtful: bool = False
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def label(self, text: str, start: int = 0) -> tuple[str, int] | None:
        """The field that the label at `start` names, and where its value begins; None without a label."""
        found = self._at_start.match(text, start)
        if not found:
            return None
        name = next(filter(None, found.groups()))
        return self._fields[_squeezed(name)], found.end()

    def headed(self, text: str) -> re.Match[str] | None:
        """The heading that the line is, or None."""
        return self._heading.match(dress.heading(text))

    def undressed(self, text: str) -> str:
        """The line without what decorates its label; as it is where no label stands behind that."""
        if not text:
            return text
        plain = dress.untagged(text)
        for bare in (plain, *dress.unsigned(plain)):
            if self.label(bare):
                return bare
            form = dress.heading(bare)
            number = _ITEM.match(form)
            known = self.label(form, number.end()) if number else None
            if number and known and _counted(form[number.end() :], known[0]):
                kept = self.doubtful and known[0] in OPENERS
                return form if kept else form[number.end() :]
        return plain

    def cut_first(self, text: str) -> list[str]:
        """The parts of a line before which no entry has begun: the first may begin in the middle of it."""
        found = None if self.label(text) or self.headed(text) else self._openers.search(text)
        if not found or not self._after_line.search(text, found.end()):
            return self.cut(text)
        within = self._within.search(text)
        if within and within.start() < found.start():
            return self.cut(text)
        before = text[max(0, found.start() - _HEADLINE) : found.start()]
        numbers = (list(form.finditer(before)) for form in _NUMBERS)
        back = next((len(before) - places[-1].start() for places in numbers if places), 0)
        start = found.start() - (back if self.headed(text[found.start() - back :]) else 0)
        return [part for part in (text[:start].strip(), *self.cut(text[start:])) if part]

    def cut(self, text: str) -> list[str]:
        """The parts of a line, each with its label first; most lines are one part."""
        parts: list[str] = []
        start = 0
        while True:
            after = self._next(text, start)
            if not start < after < len(text):
                return [*parts, text[start:].strip()]
            parts.append(text[start:after].strip())
            start = after

    def _next(self, text: str, start: int) -> int:
        """Where the part after the one at `start` begins, or 0 when that is the last."""
        known = self.label(text, start)
        if known is None:
            inside = self._openers if self.headed(text[start:]) else self._within
            found = inside.search(text, start + 1)
        elif known[0] == "image":
            return known[1]
        else:
            inside = self._within if known[0] in TEXTS else self._inline(known[0])
            found = inside.search(text, known[1])
        return found.start() if found else 0

    def _inline(self, name: str) -> re.Pattern[str]:
        return self._after_title if name in TITLES else self._after_line

    @cached_property
    def _fields(self) -> dict[str, str]:
        merged = (*LABELS.items(), *self.labels.items())
        return {label.casefold(): name for name, labels in merged for label in labels}

    @cached_property
    def _at_start(self) -> re.Pattern[str]:
        names, alone, bold = _any(self._fields), _any(self._long), _EMPHASIS
        return re.compile(
            rf"(?:#{{1,6}} +({names})$|(?:[-*•·#>]{{1,6}} +)?(?:({names}) *{_COLON}"
            rf"|{bold} ?({names}) *(?:{_COLON} *{bold}|{bold} *{_COLON})"
            rf"|[【\[{{〖「『〔《<] ?({names}) ?[】\]}}〗」』〕》>] *(?:{_COLON})?"
            rf"|{bold}?({alone}){bold}?$)) *",
            re.IGNORECASE,
        )

    @cached_property
    def _heading(self) -> re.Pattern[str]:
        return re.compile(self.heading)

    @cached_property
    def _within(self) -> re.Pattern[str]:
        return re.compile(self.within)

    @cached_property
    def _openers(self) -> re.Pattern[str]:
        return _inside(label for label, name in self._fields.items() if name in OPENERS)

    @cached_property
    def _long(self) -> list[str]:
        """Labels that are nothing else: a title may well hold 摘要：, a text a line that says 代码."""
        return [label for label in self._fields if not label.isascii() and len(label) > _SHORT] + ["作者"]

    @cached_property
    def _after_title(self) -> re.Pattern[str]:
        return _inside(self._long)

    @cached_property
    def _after_line(self) -> re.Pattern[str]:
        return _inside(self._fields)


def _counted(text: str, name: str) -> bool:
    """Whether the number is the label's own: in a text `1. 代码：…` is an item of a list."""
    return text.startswith(_LONG_LABELS) or (name in TEXTS and text[-1] in _COLONS)


def _inside(labels: Iterable[str]) -> re.Pattern[str]:
    """Labels in the middle of a line: Chinese ones, since a title may hold any English word and colon."""
    return re.compile(rf"(?:{_any(label for label in labels if not label.isascii())}) *{_COLON}")


def _any(labels: Iterable[str]) -> str:
    """One pattern for many labels, the longest first; blanks inside Chinese ones are forgiven."""
    longest = sorted(labels, key=len, reverse=True)
    return "|".join(re.escape(label) if label.isascii() else " ?".join(label) for label in longest)


def _squeezed(label: str) -> str:
    return label.replace(" ", "").casefold()
