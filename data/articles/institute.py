"""The institute's list of accepted papers: 论文介绍, then 论文题目, 作者, 通讯作者, 论文概述 of each."""

from __future__ import annotations

from data.articles import reader
from data.articles.layout import COLON, Layout
from data.models import Article

LAYOUT = Layout(
    name="institute",
    title_label="论文题目",
    heading=rf"论文介绍 *\d{{0,3}} *{COLON}? *(?=$|论文(?:题目|标题|名称|英文题目|英文标题) *{COLON})",
    within=rf"论文介绍 *{COLON}? *(?=论文(?:题目|标题|名称|英文题目|英文标题) *{COLON})",
)


def read(text: str) -> Article:
    """The papers of an article in this layout, in their order; Refused when there is none."""
    return reader.read(LAYOUT, text)
