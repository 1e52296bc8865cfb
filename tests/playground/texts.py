"""Pieces from which hostile texts are put together: markup whole and broken, odd characters, odd numbers."""
# ruff: noqa: E501 - tables of pieces

ODD = [
    "é", "中", "日本語", "😀", "👩‍👩‍👧", "🇨🇳", "👍🏽", "e\u0301", "a\u0333", "\u030a", "\u033f", "שלום", "مرحبا", "\u200e", "\u200f", "\u202a", "\u202e",
    "\u2028", "\u2029", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00a0", "\u3000", "\x00", "\x01", "\x08", "\t", "\x0b", "\x0c", "\r", "\r\n", "\x1f",
    "\x7f", "\x85", "\uffff", "\U0010ffff", "\U000e0001", "İ", "ß", "ſ", "K", "\ue000",
]  # fmt: skip

BLANK = [" ", "  ", "\n", "\n\n", " \n "]

PLAIN = ["a", "b", "ab", "1", ".", " ", "\n", "中", "😀", *BLANK, *ODD]

HTML = [
    "<b>", "</b>", "<i>", "</i>", "<u>", "</u>", "<s>", "</s>", "<em>", "</em>", "<ins>", "</ins>", "<del>", "</del>", "<strike>", "</strike>",
    "<strong>", "</strong>", "<B>", "</B>", "<Tg-Spoiler>", "<tg-spoiler>", "</tg-spoiler>", "<span class='tg-spoiler'>", '<span class="tg-spoiler">',
    "<span class=tg-spoiler>", "<span>", "<span class='x'>", "<span class='tg-spoiler' class='x'>", "<span class='tg-x' class='tg-spoiler'>", "</span>",
    "<code>", "</code>", "<pre>", "</pre>", '<code class="language-py">', "<code class=language-C>", "<code class='x'>", "<code class='language-'>",
    "<pre><code class='language-a b'>", "</code></pre>", "<code class='language-q'><pre>", "</pre></code>", "<pre language='c++'>",
    "<blockquote>", "<blockquote expandable>", "<blockquote expandable=''>", "<blockquote expandable='x'>", "<blockquote x>", "</blockquote>",
    "<tg-emoji emoji-id='55'>", "<tg-emoji emoji-id='5368324170671202286'>", "<tg-emoji emoji-id=''>", "<tg-emoji emoji-id='x'>", "<tg-emoji emoji-id='05'>",
    "<tg-emoji emoji-id='-7'>", "<tg-emoji emoji-id='9223372036854775808'>", "<tg-emoji>", "</tg-emoji>",
    "<tg-time unix='1647531900' format='wDT'>", "<tg-time unix='5'>", "<tg-time unix='5' format='r'>", "<tg-time unix='5' format='R'>", "<tg-time unix=7 format=dt>",
    "<tg-time unix='12x' format='tTdDwW'>", "<tg-time unix='-5'>", "<tg-time unix='4294967301'>", "<tg-time unix='99999999999999999999999'>", "<tg-time unix='5' format='q'>",
    "<tg-time format='d'>", "<tg-time>", "<tg-time unix='' format=''>", "</tg-time>",
    "<a href='http://Ex.com'>", '<a href="x.y/?q=1&amp;z">', "<a>", "<a href>", "<a href=''>", "<a href='tg://user?id=5'>", "<a href='TG:USER?x&id=77#f'>", "<a href='tg://user?id=0'>",
    "<a href='tg://user?id=1099511627776'>", "<a href='tg:resolve?domain=x'>", "<a href='tg://a.b'>", "<a href='tg://'>", "<a href='ton://x/y'>", "<a href='tonsite://x.ton/y?z'>",
    "<a href='http://u:p@H.com:080/ a b'>", "<a href='ftp://x.com'>", "<a href='localhost'>", "<a href='[::1]'>", "<a href='http://[::1]:80/x'>", "<a href='http://[1:2:3]'>", "<a href='x.y:99999'>",
    "<a href='x.y:0'>", "<a href='https://münchen.de/ü?ß#é'>", "<a href='http://例え.テスト/パス'>", "<a href='x.y/&quot;&#x41;&lt;'>", "<a href='a%41.b'>", "<a href='a%4.b'>", "<a href=x.y>",
    "<a href='x.y' href='z.w'>", "<a href='javascript:alert(1)'>", "<a href='mailto:a@b.cd'>", "<a\thref\n=\r'x.y'\v>", "</a>", "https://a.b/c", "tg://user?id=9",
    "</>", "</ >", "< b>", "<b/>", "<b x=1>", "<b x>", "<b x", "<b x=", "<b x='a", "<b x=a", "<b =>", "<b ''>", "<b x=a.b-C9 y>", "<b x=a/b>", "<foo>", "</foo>", "<br>", "<p>", "<!-- -->", "<", ">", "</", "</b",
    "</b >", "</ b>", "<b >", "<é>", "</É>", "&", "&lt;", "&gt", "&amp;", "&amp", "&quot;", "&apos;", "&nbsp;", "&LT;", "&ltx;", "&#65;", "&#65", "&#0;", "&#x41;", "&#X41;", "&#x;", "&#;", "&#x1F600;", "&#128512;",
    "&#x10FFFF;", "&#x10FFFE;", "&#1114111;", "&#00000065;", "&#0000065;", "&#x000041;", "&#xD800;", "&#xDC00;", "&#xD83D;&#xDE00;", "&amp;lt;", "=", "'", '"', "/", "a", "b c", "x", "xy", *BLANK, *ODD,
]  # fmt: skip

MARKDOWN = [
    "*", "_", "__", "___", "~", "~~", "|", "||", "|||", "`", "``", "```", "````", "[", "]", "(", ")", "{", "}", "#", "+", "-", "=", ".", "!", "![", "](", "[]", "[](b.c)", "[](", "\\", "\\\\",
    "](b.c)", "](http://u:p@B.c:80/d_e?f#g)", "](tg://user?id=5)", "](tg://user?id=x)", "](tg:user?id=1099511627776)", "](b.c\\)d)", "](b.c", "](http://[::1]/)", "](münchen.de)", "](x y)", "]()",
    "![x](tg://emoji?id=5)", "](tg://emoji?id=5)", "](tg://emoji?id=5368324170671202286)", "](tg:EMOJI?a&id=-5#z)", "](tg://emoji?id=05)", "](tg://emoji?id=0)", "](tg://emoji/?id=7)", "](tg://emoji)",
    "![x](tg://time?unix=5&format=wDT)", "](tg://time?unix=1647531900&format=r)", "](tg://time?unix=5)", "](tg://time?unix=07)", "](tg://time?format=t&unix=6)", "](tg://time?unix=5&format=q)", "](TG:TIME?unix=5)",
    "](tg://time?unix=2147483648)", "](tg://time?unix=-5)", "](tg://time?UNIX=5)", "](http://time?unix=5)",
    ">", "\n>", ">>", "> ", "\r>", "\n\r>", "\r\n>", "**>", "\n**>", ">q", "\n>r", "\n>r||", "\n>r||\n", ">s||\r\n", "||\n", "||\r\n", "||\r", "||\n>", "\n\n>", "\\>", "\\\n", "\\\r",
    "py\n", "py ", "```js\nx```", "```\n", "```\r\n", "```\n\r", "```\n\n", "```a b", "```py`", "```c++\n", "```é\n", "`f`", "``f``",
    "\\*", "\\_", "\\`", "\\[", "\\]", "\\(", "\\)", "\\.", "\\!", "\\|", "\\a", "\\é", "\\\x00", "\\\x7e", "\\\x7f", "\\😀",
    "*a*", "_b_", "__c__", "~d~", "||e||", "[g](h.i)", "_a__b__c_", "__d_e___", "*a_b*c_", "***x***", "a", "b c", "x", "xy", "user_name", "2*3", *BLANK, *ODD,
]  # fmt: skip

WORDS = [
    "/start", "/", "//", "/a", "/help@foo_bot", "/a@ab", "/a@abc", "/a/b", "/Ünï", "/start@", "/" + "c" * 64, "/" + "c" * 65, "/x@" + "b" * 32, "/x@" + "b" * 33, "/1", "/_",
    "@", "@@", "@bot", "@gif", "@Pic", "@VID", "@nft", "@ufc", "@abc", "@foo_bot", "@" + "u" * 32, "@" + "u" * 33, "@é", "bot", "foo_bot", "@x.com", "me@", "a.b+c@d.com", "mailto:", "mailto:me@x.org", "me@x_y.com", "me@x.co_m", "me@例え.jp",
    "#", "##", "#tag", "#тег", "#中文", "#日本語タグ", "#한국어", "#tag·x", "#\u200ca", "#1", "#1a", "#" + "t" * 255, "#" + "t" * 256, "#" + "t" * 257, "#a@gif", "#a@ab", "#a@" + "u" * 33, "#ක", "tag", "#a#b", "#_", "#a_1",
    "$", "$$", "$USD", "$A", "$ABCDEFGH", "$ABCDEFGHI", "$1INCH", "$1INCHX", "$usd", "$USD@chan", "$USD@ab", "$USD$", "USD", "$ABCD1",
    ".", "..", "...", ".com", "com", ".org", "example.com", "Example.COM", "EXAMPLE.Com", "a", "b-c", "b-.c", "-", "_", "a_b.com", "a.b_c.com", "a.com_", "www.", "x.y", "arxiv.org/abs/2501.00001", "cs.LG", "e.g.", "i.e.,", "t.me/+abc", "T.ME", "teiegram.org", "telegram.org",
    "http://", "https://", "HTTP://", "ftp://", "sftp://", "tftp://", "shttp://", "xhttp://", "éhttp://", "tg://", "TG://", "ton://", "tonsite://", "xtonsite://", "tonsite://a.ton/b", "tg:", "resolve?x", "tg://resolve?domain=x", "ton://a/b?c#d.", "tg://" + "d" * 254, "://", "//", "localhost",
    "/path", "/path.", "/a(b)", "/a(b", "/a)b", "/[x]", "/{y}}", "/a,", "/a;b", "/?", "?", "?q=1", "?q=(1)", "#f", "#f.", "/é", "/中文", "/%20", "/a\"b", "/«", "/a!?", ":", ":80", ":080", ":0", ":65535", ":65536", ":99999", ":00000080", ":8a", ":a",
    "192.168.0.1", "300.1.1.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "1.1.1.1:8080/x", "xn--p1ai", "xn--p1a", "xn--", ".xn--p1ai", "рф", "РФ", ".рф", "пример.рф", "Пример.Рф", "例え.みんな", "x.みんな", "a.コム", "ß.de", "münchen.de", "İ.com", "a.K", "COM", "l" * 63 + ".com", "l" * 64 + ".com",
    "4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "5500000000000004", "340000000000009", "6200000000000005", "2200000000000004", "4111111111111112", "411111111111111", "1" * 12, "0" * 13, "0" * 19, "0" * 20, "0 " * 13, "0  " * 13, "+4111111111111111", "4111111111111111a", "4111111111111111-",
    "+49 30 1234567", "+1-212-555-0123", "12", "1", "7", "12:30", "1:2", "1:02:03", "99:59", "12345:00", "1:60:00", ":30", "12:", "12:30:", "100:00:00", "0:0:00",
    " ", "  ", "\n", ",", ";", "!", "(", ")", "[", "]", "{", "}", "<", ">", '"', "'", "`", "«", "»", "·", "~", "+", "=", "&", "%", "*", "\\", "|", "^", "—", "…", "。", "，", "、", "½", "²", "Ⅷ", "٣", "ª", *ODD,
]  # fmt: skip

OPENING = [
    piece for piece in HTML
    if piece.startswith("<") and piece.endswith(">") and piece[1:2].isalpha() and piece.count("<") == 1
]  # fmt: skip
WHOLE = [
    ("*", "*"), ("_", "_"), ("__", "__"), ("~", "~"), ("||", "||"), ("`", "`"), ("```", "```"), ("```py\n", "```"),
    ("[", "](b.c)"), ("[", "](tg://user?id=5)"), ("![", "](tg://emoji?id=5)"), ("![", "](tg://time?unix=5&format=wDt)"), ("\n>", "\n"), ("\n>", "||\n"),
]  # fmt: skip
LINKS = [
    "a.b",
    "http://X.y/z?q#f",
    "tg://user?id=7",
    "tg:resolve?domain=x",
    "http://a\x01.b",
    "xx",
    "",
    "http://a.b:0",
    "ftp://a.b",
    "a.b/\r\u2028x y",
    "http://[::1]",
]
GIVEN = [
    ("bold", [""]), ("italic", [""]), ("underline", [""]), ("strikethrough", [""]), ("spoiler", [""]), ("blockquote", [""]), ("expandable_blockquote", [""]),
    ("code", [""]), ("pre", ["", "py", "a\rb\x01"]), ("text_link", ["a.b", "a.b", "a.b", *LINKS]), ("text_mention", ["5", "6"]), ("custom_emoji", ["5", "-6"]),
    ("date_time", ["5", "6 r", "7 wDt", "8 dT"]),
]  # fmt: skip
