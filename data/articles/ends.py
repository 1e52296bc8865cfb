"""End signs: lines after which nothing belongs to a paper, until the next one opens."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CREDITS = (
    "责任编辑|责编|编辑|排版|审核|校对|供稿|撰稿|监制|初审|复审|终审|来源|信息来源|图文|文字|图片|文案|整理|转载|声明"
    "|版权声明|免责声明|联系我们|投稿邮箱|商务合作"
)
_SIGNS = (
    r"[-—–=*·~ ]*[(（【\[]?(?:全文)?(?:完|END|End|The End)[)）】\]]?[-—–=*·~ 。]*",
    r".{0,12}(?:推荐|往期|延伸|相关)(?:阅读|推荐|回顾|精彩|文章)[:： ]*",
    r".{0,12}(?:阅读原文|参考资料|参考文献|参考链接)[:： ]*",
    r"(?:参考资料|参考文献|参考链接|References?) *[:：]? *(?:[\[【(（]?\d|https?:).*",
    rf"(?:{_CREDITS}) *[:：丨|／/].{{0,60}}",
    r"(?:作者|文) *[:：丨|／/] *(?:.{0,8}(?:编辑部|编辑组)|小编|本刊.{0,12}|.{0,10}记者.{0,12})",
    r".{1,24}[|｜丨] ?.{1,40}群",
    r"(?:扫码|扫描|长按|点击|欢迎).{0,24}(?:关注|二维码|阅读原文|加入|投稿|转发|联系).{0,24}",
    r"(?:文|图|设计|制图) *[|｜丨／/] *.{1,24}",
    r"关注我们.{0,24}|更多.{1,20}(?:请|欢迎)关注.{1,30}",
    r"以上(?:就|便|即)?(?:是|为).{0,16}(?:全部|所有|本次|本期|本文|今天).{0,24}",
    r".{0,16}(?:感谢|谢谢)(?:您|你|大家|各位)?的?(?:阅读|关注|观看|收看|支持).{0,8}",
)
_END = re.compile("|".join(_SIGNS))
_SENTENCE = re.compile(r"[。！？!?；;…]|\.$|[，,：:]$")
_ITEM = re.compile(r"[-*•·●▪◦]|[(（【\[]? *[0-9一二三四五六七八九十]{1,3} *[)）】\].、．]|[①-⑳]")
_SHORT = 40


def closes(text: str) -> bool:
    """Whether the line is an end sign: the word for the end, a reading list, credits, thanks."""
    return bool(text) and _END.fullmatch(text) is not None


def signed(lines: Sequence[str]) -> int:
    """How many of the last lines of the last text sign the article (a name, a date) and tell no more of it.

    Such a line stands after a blank one, is short, and is neither a sentence nor an item of a list; the
    text before it ends as sentences end.
    """
    kept = len(lines)
    while (place := _last(lines, kept)) is not None and place and not lines[place - 1]:
        line, before = lines[place], _last(lines, place)
        if before is None or len(line) > _SHORT or _SENTENCE.search(line) or _ITEM.match(line):
            break
        kept = place
    end = _last(lines, kept)
    whole = end is not None and re.search(r"[。！？!?.…”）)*]$", lines[end])
    return len(lines) - kept if whole else 0


def _last(lines: Sequence[str], end: int) -> int | None:
    """The place of the last line before `end` that holds anything."""
    return next((place for place in range(end - 1, -1, -1) if lines[place]), None)
