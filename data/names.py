"""Names of people: the spellings under which one is looked for, in Latin and in Han letters.

A Chinese name is met by its characters and by its pinyin, surname first or last, written together or apart;
a surname with several readings is read as a surname (单 is Shan, not Dan). Nothing here rewrites a name.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import islice, product

from data.fold import has_han, is_single, joined, terms

BREAK = "·"  # stands between two spellings in the index: a phrase never reaches over it

# Surnames whose reading differs from the character's usual one, or that are spelled in several ways.
_SURNAMES = {
    "单": "shan", "曾": "zeng", "仇": "qiu", "解": "xie", "查": "zha", "盖": "ge gai", "任": "ren",
    "区": "ou", "乐": "yue le", "覃": "qin tan", "朴": "piao park", "翟": "zhai di", "折": "she",
    "冼": "xian", "宓": "mi", "缪": "miao", "员": "yun", "种": "chong", "秘": "bi", "繁": "po",
    "召": "shao", "黑": "he", "那": "na", "佴": "nai", "逄": "pang", "乜": "nie", "隗": "wei kui",
    "葛": "ge", "纪": "ji", "洗": "xian", "柏": "bai bo", "贾": "jia", "燕": "yan", "应": "ying",
    "句": "gou", "祭": "zhai", "难": "ning", "盛": "sheng", "车": "che", "谌": "chen shen", "尉": "wei",
    "曲": "qu", "藏": "zang", "会": "gui", "晟": "cheng", "长": "zhang chang", "重": "chong",
    "调": "tiao", "石": "shi", "吕": "lyu lv lu", "叶": "ye", "郇": "xun huan", "阚": "kan", "幺": "yao",
    "揲": "she", "筰": "zuo", "邸": "di", "宁": "ning", "过": "guo", "哈": "ha", "咸": "xian",
    "适": "kuo", "卜": "bu", "牟": "mou mu", "俞": "yu", "沈": "shen", "都": "du", "佟": "tong",
    "臧": "zang", "尉迟": "yu chi", "万俟": "mo qi", "长孙": "zhang sun", "澹台": "tan tai",
    "单于": "chan yu", "令狐": "ling hu", "宿": "su", "莘": "shen xin", "殷": "yin", "余": "yu",
    "恽": "yun", "费": "fei bi", "许": "xu", "么": "yao", "邵": "shao", "舍": "she", "褚": "chu",
    "於": "yu", "阿": "a", "能": "nai",
}  # fmt: skip
_COMPOUND = frozenset(
    """
    欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 宇文 长孙 司徒 司空 夏侯 轩辕 端木 南宫 西门 东郭
    百里 呼延 澹台 闻人 万俟 钟离 濮阳 淳于 单于 申屠 鲜于 赫连 独孤 拓跋 完颜 左丘 公羊 公冶 宗政 太史
    仲孙 闾丘 司寇 子车 颛孙 巫马 乐正 漆雕 壤驷 公良 夹谷 宰父 谷梁 段干 东门 羊舌 微生 梁丘 东里 贺兰
    纳兰 叶赫 爱新
    """.split()  # noqa: SIM905 (a list of sixty literals reads worse)
)
# Characters in given names that are read in two ways.
_ALSO = {
    "行": "hang", "乐": "yue", "长": "zhang", "晟": "cheng", "茜": "xi", "朝": "zhao", "重": "zhong",
    "盛": "cheng", "柏": "bo", "都": "du", "单": "shan", "仔": "zai", "娜": "nuo", "莎": "sha",
    "澄": "deng", "浚": "xun", "虹": "jiang", "奇": "ji", "调": "diao", "和": "huo", "传": "zhuan",
    "参": "shen", "卡": "qia", "觉": "jiao",
}  # fmt: skip
_SHORTEST_HAN, _LONGEST_HAN = 2, 6
_COMPOUND_LENGTH = 2
_MOST_READINGS = 6


def spellings(name: str) -> list[str]:
    """The spellings of a name for the index, each as folded tokens divided by blanks.

    Initials stand beside the other part of the name, so that "S. Bing" and "B. Su" are met as "Bing Su" is.
    """
    tokens = terms(name)
    if not tokens:
        return []
    if _chinese(tokens):
        return [" ".join(tokens), *_in_pinyin("".join(tokens))]
    found = [_with_initials(tokens)]
    if together := joined(name):
        rest = [token for token in tokens if not any(token in word for word in together)]
        found.append(" ".join((*together, *rest)))
    return found


def pinyin(name: str) -> list[tuple[str, ...]]:
    """The readings of a name in Han characters, likeliest first: the surname's syllables, then each other's.

    Empty for what is no such name (other letters in it, one character, more than six).
    """
    tokens = terms(name)
    if not _chinese(tokens):
        return []
    return [(*surname.split(), *given) for surname, given in _readings("".join(tokens))]


def same(one: str, other: str) -> bool:
    """Whether two spellings can be one person: order, initials, hyphens, accents and script aside."""
    first, second = terms(one), terms(other)
    if not first or not second:
        return False
    if first == second:
        return True
    if _chinese(first) and _chinese(second):
        return False
    return any(
        (surname == theirs and _given_fit(given, others))
        or (given == others and given and 1 in (len(surname), len(theirs)) and surname[0] == theirs[0])
        for surname, given in _parts(first)
        for theirs, others in _parts(second)
    )


def _chinese(tokens: list[str]) -> bool:
    return _SHORTEST_HAN <= len(tokens) <= _LONGEST_HAN and all(is_single(t) and has_han(t) for t in tokens)


def _with_initials(tokens: list[str]) -> str:
    if len(tokens) == 1:
        return tokens[0]
    given = [token[0] for token in tokens[:-1] if len(token) > 1]
    return " ".join((tokens[-1][0], *tokens, *given))


def _in_pinyin(name: str) -> list[str]:
    found: dict[str, None] = {}
    for surname, given in _readings(name):
        family, own = surname.replace(" ", ""), "".join(given)
        found[_with_initials([*given, *surname.split()])] = None
        if len(given) > 1 or " " in surname:
            found[_with_initials([own, family])] = None
        found[f"{family}{own} {own}{family}"] = None
    return list(found)


@lru_cache(maxsize=4096)
def _readings(name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Surname (syllables divided by a blank) and given syllables, for each likely reading."""
    long = len(name) > _COMPOUND_LENGTH and name[:_COMPOUND_LENGTH] in _COMPOUND
    size = _COMPOUND_LENGTH if long else 1
    surname, given = name[:size], name[size:]
    if size == 1:
        families = _SURNAMES.get(surname, "").split() or _syllables(surname)
    else:
        families = [_SURNAMES.get(surname) or " ".join(_syllables(c)[0] for c in surname)]
    choices = product(families, *(_syllables(c, also=True) for c in given))
    return tuple((family, tuple(rest)) for family, *rest in islice(choices, _MOST_READINGS))


def _syllables(character: str, *, also: bool = False) -> list[str]:
    main = _reader()(character)[0]
    spelled = [main.replace("v", "u"), main, main.replace("v", "yu")] if "v" in main else [main]
    if also and character in _ALSO:
        spelled.append(_ALSO[character])
    return spelled


@cache
def _reader() -> Callable[[str], list[str]]:
    # The table of phrases costs 44 MB and 0.4 s and helps no name; the switch is read at import.
    switches = {"PYPINYIN_NO_PHRASES": "1", "PYPINYIN_NO_DICT_COPY": "1"}
    os.environ.update(switches)
    from pypinyin import lazy_pinyin  # noqa: PLC0415

    for switch in switches:
        os.environ.pop(switch, None)
    return lambda character: lazy_pinyin(character) or [character]


def _parts(tokens: list[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Each way to take a name apart: surname and the other parts."""
    if _chinese(tokens):
        return [(surname.replace(" ", ""), given) for surname, given in _readings("".join(tokens))]
    if len(tokens) == 1:
        return [(tokens[0], ())]
    ends = [(tokens[-1], tuple(tokens[:-1])), (tokens[0], tuple(tokens[1:]))]
    # A surname of several words: "de la Cruz".
    return [*ends, *(("".join(tokens[cut:]), tuple(tokens[:cut])) for cut in range(1, len(tokens) - 1))]


def _given_fit(given: tuple[str, ...], others: tuple[str, ...]) -> bool:
    if not given or not others:
        return given == others
    if "".join(given) == "".join(others):
        return True
    short, long = sorted((given, others), key=len)
    rest = iter(long)
    return all(any(_fits(part, whole) for whole in rest) for part in short)


def _fits(part: str, whole: str) -> bool:
    if len(part) == 1 or len(whole) == 1:
        return part[0] == whole[0]
    return part == whole
