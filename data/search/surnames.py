"""Whether a run of Han characters may be a name, and how its bearer is stored in Latin letters."""

from __future__ import annotations

from itertools import product

from data import names
from data.fold import terms

# The common surnames: a run that begins otherwise ("你好") is no name.
_SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳"
    "酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞"
    "熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫房裘缪解应宗丁宣邓郁单杭洪"
    "包诸左石崔吉龚程邢裴陆荣翁荀羊惠甄曲封储靳段富巫焦谷车侯宓蓬全班仰秋仲宁仇栾甘厉戎祖武符刘景詹束龙叶幸司黎薄印白蒲邰赖卓"
    "蔺屠蒙池乔阴胥苍闻党翟谭贡劳逄申扶冉宰郦雍璩桑桂牛寿通边燕冀浦尚农温庄晏柴瞿阎连习艾鱼容向古易慎戈廖庾终暨居衡步耿满弘匡"
    "国文寇广欧沃利蔚越隆师巩聂晁勾敖融冷辛阚那简饶曾沙丰关查红游竺权盖益桓公付肖代邝覃岳帅佘佟郗商牟佴伯墨年阳楚闫涂苟逯区撒"
    "仝冼隋鹿占丘占麦展矫初苑原宫青修相后"
)
_COMPOUND = frozenset(
    """欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 宇文 长孙 司徒 司空 夏侯 轩辕 端木 南宫 西门 呼延
    独孤 拓跋 赫连 鲜于 淳于 闻人 钟离 万俟 澹台 单于 申屠 濮阳 公冶 太史 贺兰 纳兰""".split()  # noqa: SIM905
)
_COMPOUND_LENGTH = 2
_LENGTHS = range(2, 5)

Tokens = tuple[str, ...]


def in_latin(name: str) -> list[tuple[str, Tokens, Tokens]]:
    """How the index holds an author of this name who is only known in Latin letters; [] for what is no name.

    Each as (pinyin to show, the whole name with its initials, what the index holds beside it where the author
    is known by characters: there other characters of the same sound were meant).
    """
    size = _surname(name)
    if not size or len(terms(name)) not in _LENGTHS:
        return []
    found: list[tuple[str, Tokens, Tokens]] = []
    for reading in names.pinyin(name):
        surname, given = reading[:size], reading[size:]
        family, own = "".join(surname), "".join(given)
        for last, first in product(dict.fromkeys((surname, (family,))), dict.fromkeys((given, (own,)))):
            for spelled in ((*first, *last), (*last, *first)):
                found.append((" ".join(reading), _stored(spelled), (family + own, own + family)))
    return found


def _surname(name: str) -> int:
    if len(name) > _COMPOUND_LENGTH and name[:_COMPOUND_LENGTH] in _COMPOUND:
        return _COMPOUND_LENGTH
    return int(name[:1] in _SURNAMES)


def _stored(tokens: Tokens) -> Tokens:
    """As `names.spellings` writes a Latin name: initials on both sides, not met within a longer one."""
    *given, last = tokens
    return (last[0], *tokens, *(token[0] for token in given if len(token) > 1))
