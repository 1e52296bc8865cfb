"""Venues: which conference of which year a piece of text names."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from data.ids import venue_page

# Our name for a venue, and what else it is called. Han names are searched as they stand.
VENUES: dict[str, tuple[str, ...]] = {
    "ICML": ("International Conference on Machine Learning", "国际机器学习大会", "国际机器学习会议"),
    "NeurIPS": ("NIPS", "Neural Information Processing Systems", "神经信息处理系统大会"),
    "ICLR": ("International Conference on Learning Representations", "国际学习表征会议", "国际表征学习大会"),
    "AISTATS": (),
    "UAI": (),
    "COLT": (),
    "AAAI": (),
    "IJCAI": ("国际人工智能联合会议",),
    "ACL": ("国际计算语言学年会", "计算语言学协会年会"),
    "EMNLP": (),
    "NAACL": (),
    "EACL": (),
    "COLING": (),
    "COLM": (),
    "CVPR": ("国际计算机视觉与模式识别会议", "计算机视觉与模式识别会议"),
    "ICCV": ("国际计算机视觉大会",),
    "ECCV": ("欧洲计算机视觉国际会议", "欧洲计算机视觉会议"),
    "WACV": (),
    "BMVC": (),
    "ACM MM": ("ACM Multimedia", "国际多媒体会议"),
    "SIGGRAPH": (),
    "SIGGRAPH Asia": (),
    "KDD": ("SIGKDD",),
    "SIGIR": (),
    "WWW": ("The Web Conference", "国际万维网大会"),
    "CIKM": (),
    "WSDM": (),
    "RecSys": (),
    "SIGMOD": (),
    "VLDB": (),
    "ICDE": (),
    "CHI": (),
    "CoRL": (),
    "ICRA": (),
    "IROS": (),
    "RSS": (),
    "Interspeech": (),
    "ICASSP": (),
    "MICCAI": (),
    "MLSys": (),
}
# These are words of their own in other cases: an address, a feed, a syllable.
_EXACT = ("WWW", "RSS", "CHI", "ACL", "COLT")
_SITES = {
    "icml.cc": "ICML",
    "neurips.cc": "NeurIPS",
    "iclr.cc": "ICLR",
    "mlsys.org": "MLSys",
    "aistats.org": "AISTATS",
    "cvpr.thecvf.com": "CVPR",
    "eccv.ecva.net": "ECCV",
}
_NAMES = {name.casefold(): venue for venue, more in VENUES.items() for name in (venue, *more)}
_SPELLED = "|".join(
    (rf"(?-i:{name})" if name in _EXACT else re.escape(name)).replace(r"\ ", " ")
    for name in sorted(
        (name for venue, more in VENUES.items() for name in (venue, *more)), key=len, reverse=True
    )
)
_YEAR = r"(?:19[89]|20[0-9])[0-9]"
# A year counts next to the name only; a date's year is followed by its month, a number by what it counts.
_NO_DATE = r"(?![0-9]| ?[-/.年] ?[01]?[0-9](?:[^0-9]|$)| ?[篇项个名份])"
_NAMED = re.compile(
    rf"(?<![A-Za-z0-9])(?:(?P<before>{_YEAR}) ?年?度?(?:的)? ?)?(?P<name>{_SPELLED})(?![A-Za-z])"
    rf"(?: ?[)）])?(?: ?[-–—_(（]? ?(?P<after>{_YEAR}){_NO_DATE}| ?['’‘](?P<short>[0-9]{{2}})(?![0-9]))?",
    re.IGNORECASE,
)


def named(text: str) -> tuple[str | None, int | None]:
    """The venue and year that a text names most often (of equals the first), each None when not named.

    A venue with a year beside it goes before one without.
    """
    plain = unicodedata.normalize("NFKC", text)
    found = [(_NAMES[match["name"].casefold()], _year(match)) for match in _NAMED.finditer(plain)]
    dated = Counter(pair for pair in found if pair[1] is not None)
    for counted in (dated, Counter(found)):
        if counted:
            return counted.most_common(1)[0][0]
    return None, None


def of_page(url: str | None) -> tuple[str | None, int | None]:
    """The venue and year of a page on a venue's virtual site, each None for any other link."""
    page = venue_page(url or "")
    if page is None:
        return None, None
    host, _, year = page.split("/")[:3]
    return _SITES.get(host), int(year)


def _year(match: re.Match[str]) -> int | None:
    if match["short"]:
        return 2000 + int(match["short"])
    year = match["after"] or match["before"]
    return int(year) if year else None
