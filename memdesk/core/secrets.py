"""Secrets in text: private keys, API keys, passwords in URLs and in pairs (spec 2.5).

Every pattern begins with words of its own and bounds what may follow, so that the time grows
with the length of the text and with nothing else. The patterns are texts, compiled (by `re`, once)
when a text holds what they begin with: that takes as long as a whole `memdesk block` may, and
most texts hold none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.core.text import hides_something, visible_positions


class Secret(NamedTuple):
    """A secret's place in a text, as code points [start, end), and what it is."""

    start: int
    end: int
    kind: str


PRIVATE_KEY = "private key"
PASSWORD = "password"

_KEY_BEGIN = r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_KEY_END = r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"

# Kind and shape. What stands before must be no letter or digit.
_SHAPES: tuple[tuple[str, str], ...] = (
    ("Anthropic API key", r"sk-ant-[A-Za-z0-9_-]{20,}"),
    ("API key", r"sk-(?=[A-Za-z_-]{0,80}\d)[A-Za-z0-9_-]{20,}"),
    ("AWS key", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])|ABSK[A-Za-z0-9+/]{100,}"),
    ("Azure secret", r"[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])"),
    ("GitHub token", r"gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}"),
    ("GitLab token", r"gl(?:pat|ptt|dt|rt|rtr|cbt|ft|imt|agent|oas|soat)-[A-Za-z0-9_-]{20,}"),
    ("Slack token", r"xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{20,}"),
    ("Slack webhook", r"hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}"),
    (
        "webhook",
        r"open\.feishu\.cn/open-apis/bot/v2/hook/[a-f0-9-]{36}"
        r"|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[a-f0-9-]{36}",
    ),
    ("Discord webhook", r"discord(?:app)?\.com/api/webhooks/\d{10,25}/[A-Za-z0-9_-]{30,}"),
    ("Google API key", r"AIza[A-Za-z0-9_-]{35}"),
    ("Google token", r"ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}"),
    ("Stripe key", r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}"),
    ("npm token", r"npm_[A-Za-z0-9]{36}"),
    ("PyPI token", r"pypi-[A-Za-z0-9_-]{50,}"),
    ("Hugging Face token", r"hf_[A-Za-z0-9]{30,}"),
    ("Groq API key", r"gsk_[A-Za-z0-9]{40,}"),
    ("xAI API key", r"xai-[A-Za-z0-9]{60,}"),
    ("Replicate token", r"r8_[A-Za-z0-9]{37}"),
    ("DigitalOcean token", r"do[opr]_v1_[a-f0-9]{64}"),
    ("Shopify token", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    ("Twilio key", r"SK[a-f0-9]{32}(?![A-Za-z0-9])"),
    (
        "Mailgun key",
        r"key-[a-f0-9]{32}(?![A-Za-z0-9])|[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}(?![\w-])",
    ),
    ("Mailchimp key", r"[a-f0-9]{32}-us\d{1,2}(?![A-Za-z0-9])"),
    ("Zhipu API key", r"[a-f0-9]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9.])"),
    ("Perplexity API key", r"pplx-[A-Za-z0-9]{40,}"),
    ("Databricks token", r"dapi[a-f0-9]{32}(?![A-Za-z0-9])"),
    ("Linear key", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
    ("Notion token", r"ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])"),
    ("Postman key", r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    ("Grafana token", r"glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}"),
    ("Vault token", r"hv[sbr]\.[A-Za-z0-9_-]{24,}"),
    ("Terraform token", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}"),
    ("Doppler token", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,}"),
    ("Figma token", r"figd_[A-Za-z0-9_-]{40,}"),
    ("Sentry token", r"sntry[su]_[A-Za-z0-9+/=_]{60,}"),
    ("New Relic key", r"NRAK-[A-Z0-9]{27}"),
    ("RubyGems key", r"rubygems_[a-f0-9]{48}"),
    ("NuGet key", r"oy2[a-z0-9]{43}(?![A-Za-z0-9])"),
    ("Docker token", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,}"),
    ("Atlassian token", r"ATATT3[A-Za-z0-9_=-]{100,}|ATBB[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
    ("Dropbox token", r"sl\.(?:u\.)?[A-Za-z0-9_-]{130,}"),
    ("Meta token", r"EAA[A-Za-z0-9]{100,}"),
    ("Square token", r"sq0(?:atp|csp)-[A-Za-z0-9_-]{22,}"),
    ("PlanetScale token", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}"),
    ("Supabase key", r"sb(?:p|_secret)_[A-Za-z0-9_-]{30,}"),
    ("Pulumi token", r"pul-[a-f0-9]{40}(?![A-Za-z0-9])"),
    ("1Password token", r"ops_eyJ[A-Za-z0-9+/]{100,}"),
    ("SendGrid key", r"SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}"),
    ("Telegram token", r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),
    ("Alibaba Cloud key", r"LTAI[A-Za-z0-9]{16,26}(?![A-Za-z0-9])"),
    ("Tencent Cloud key", r"AKID[A-Za-z0-9]{32}"),
    ("age key", r"AGE-SECRET-KEY-1[A-Z0-9]{50,}"),
    # Not after `-` either: in a row of `eyJ…-eyJ…` every place would begin a search to its end.
    ("token", r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
)
_HINTS = (
    "sk-", "AKIA", "ASIA", "ABIA", "ACCA", "ABSK", "Q~", "ghp_", "gho_", "ghu_", "ghs_", "ghr_",
    "github_pat_", "glpat-", "glptt-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glft-", "glimt-",
    "glagent-", "gloas-", "glsoat-", "xox", "xapp-", "hooks.slack.com/", "open.feishu.cn/",
    "qyapi.weixin.qq.com/", "/api/webhooks/", "AIza", "ya29.", "GOCSPX-", "_live_", "_test_",
    "whsec_", "npm_", "pypi-", "hf_", "gsk_", "xai-", "r8_", "_v1_", "shpat_", "shpca_", "shppa_",
    "shpss_", "SK", "key-", "pplx-", "dapi", "lin_", "ntn_", "secret_", "PMAK-", "glsa_", "glc_",
    "hvs.", "hvb.", "hvr.", ".atlasv1.", "dp.", "figd_", "sntrys_", "sntryu_", "NRAK-",
    "rubygems_", "oy2", "dckr_", "ATATT3", "ATBB", "sl.", "EAA", "sq0", "pscale_", "sbp_",
    "sb_secret_", "pul-", "ops_eyJ", "SG.", ":AA", "LTAI", "AKID", "AGE-SECRET-KEY-", "eyJ",
)  # fmt: skip
"""One of these is in every one of the shapes; looking for them is much quicker."""

# Shapes that begin with nothing of their own, but are long.
_BARE: tuple[tuple[str, str], ...] = (
    ("Discord token", r"[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}"),
    ("Mailgun key", r"[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}(?![\w-])"),
    ("Mailchimp key", r"[a-f0-9]{32}-us\d{1,2}(?![A-Za-z0-9])"),
    ("Zhipu API key", r"[a-f0-9]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9.])"),
)
_BARE_HINT = r"[a-f0-9]{32}[.-][A-Za-z0-9]|[MNO][A-Za-z0-9_-]{23,25}\."


def _pattern(shapes: tuple[tuple[str, str], ...]) -> str:
    named = "|".join(f"(?P<k{n}>{shape})" for n, (_, shape) in enumerate(shapes))
    return f"(?<![A-Za-z0-9])(?:{named})"


_KEYS, _BARE_KEYS = _pattern(_SHAPES), _pattern(_BARE)
_KINDS = tuple(kind for kind, _ in (*_SHAPES, *_BARE))
_LONG_WORD = re.compile(r"[!-~]{15}")
"""What every one of the shapes holds."""

_URL = r"://[^\s/:@\"'<>]{0,100}:(?P<secret>[^\s/\"'<>]{1,200})@"
_BEARER = r"(?i)\b(?:Bearer|Basic)\s(?P<secret>[A-Za-z0-9._~+/=-]{16,4000})"
_HEADER = (
    r"(?i)\bauthorization[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?(?:Bearer|Basic|Token)[ \t]{1,3}"
    r"(?P<secret>[A-Za-z0-9._~+/=-]{8,4000})"
)

# What the name before `=` or `:` must end in. Longer names come first; a prefix such as DB_ is
# not looked at, since only the value is replaced.
_PASSWORD_NAMES = r"pass(?:word|wd|phrase|code)|(?<![A-Za-z])(?:pwd|passwd|pass)|(?<=_)(?:PWD|PASS)"
_SECRET_NAMES = (
    r"(?:secret|private|access|api|account|encryption|signing|master)[ _-]?key(?:[ _-]?id)?"
    r"|(?:access|auth|api|refresh|bearer|secret|session|bot)[ _-]?token"
    r"|client[ _-]?secret|app[ _-]?secret|(?<![A-Za-z])secret|(?<![A-Za-z])token"
)
_CHINESE_NAMES = "密码|密碼|口令|密钥|密鑰|秘钥|令牌|私钥|私鑰"
_PAIR = (
    rf"(?i)(?:(?P<password>{_PASSWORD_NAMES})|(?P<key>{_SECRET_NAMES})|(?P<chinese>{_CHINESE_NAMES}))"
    r"[\"'`*]{0,3}[ \t]{0,3}(?P<sign>=>|:=|==?|:|：|＝|(?:是|[ \t]is[ \t])(?=[ \t]{0,3}[!-~]))"
    r"[ \t]{0,8}"
    r"(?:(?P<quote>[\"'`“‘])(?P<quoted>[^\"'`“”‘’\n]{1,400})[\"'`”’]"
    r"|(?P<plain>[^\s\"'`“”‘’，。；、）\u3400-\u9fff]{1,400}))"
    r"(?P<measure>[ \t](?:characters|chars|letters|digits|words|days|hours|minutes|times)\b)?"
)

# One of these is in every name, and one in every sign: looking for them is much quicker than
# looking for a pair.
_NAME_HINTS = ("pass", "pwd", "key", "token", "secret", *_CHINESE_NAMES.split("|"))
_SIGN_HINTS = ("=", ":", "：", "＝", "是", " is", "\tis")

# Values that name or describe a secret and are none.
_PLACEHOLDER = (
    r"(?i)(?-i:\$[A-Z_][A-Z0-9_]*|%[A-Z_][A-Z0-9_]*%)|\$[{(].*|\{\{.*|<[^>]*>?|\[[^\]]*\]?|\(.*"
    r"|[*•xX.…_-]+|(?:os\.|env[.:\[]|process\.|config\.|settings\.|self\.|vault:|op://).*"
    r"|[A-Za-z_.]+\(.*|(?:~|\.{1,2})?/[\w./-]*"
    r"|your[ _-].*|my[ _-]?(?:password|secret|key|token)|example|placeholder|changeme"
)
_PLAIN_WORDS = frozenset(
    """
    a an and any are argon2 ask asked at bcrypt be but by can can't cannot change changed check
    default disabled empty enabled encrypted expired expires false field for forgotten from
    generated hash hashed hidden if in incorrect int invalid is it its keep length less long manager
    min minimum missing must never new nil no none not null of on only optional or password policy
    prompt protected required reset rotate rotated same scrypt secret see set should shown str
    string stored text that the this to true type undefined unknown unset use used user valid value
    varchar wrong yes you your
    """.split()  # noqa: SIM905 (a hundred quotation marks read worse)
)

_SHORTEST = 6
"""Code points of the shortest text that can hold one, such as `密码=abc`; most fields are empty."""


def find(text: str) -> list[Secret]:
    """Every secret in the text, in order, none overlapping (spec 2.5)."""
    if len(text) < _SHORTEST:
        return []
    if not hides_something(text):
        return _merged(text)
    # A zero-width character inside a key would hide it from us, and not from who reads it.
    positions = visible_positions(text)
    visible = "".join(text[position] for position in positions)
    return [
        Secret(positions[secret.start], positions[secret.end - 1] + 1, secret.kind)
        for secret in _merged(visible)
    ]


def redact(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with every secret as `[redacted: KIND]`, and the kinds found (spec 2.5)."""
    secrets = find(text)
    if not secrets:
        return text, ()
    parts: list[str] = []
    position = 0
    for secret in secrets:
        parts += (text[position : secret.start], _mark(secret.kind))
        position = secret.end
    parts.append(text[position:])
    return "".join(parts), tuple(dict.fromkeys(secret.kind for secret in secrets))


def _mark(kind: str) -> str:
    return f"[redacted: {kind}]"


_MARK = re.compile(
    r"\[redacted: (?:"
    + "|".join(map(re.escape, dict.fromkeys((*_KINDS, PASSWORD, PRIVATE_KEY, "key", "token"))))
    + r")\]"
)


def marks(text: str) -> list[str]:
    """What in a text stands for a secret that its reader was not shown, in order."""
    return _MARK.findall(text)


def put_back(text: str, stored: str) -> str | None:
    """A text by one who was shown `stored` redacted, with the secrets in place of their marks.

    None where it is not certain which secret a mark stands for: the mark itself, or another
    secret, would take the place of the one that is there.
    """
    found = list(_MARK.finditer(text))
    if not found:
        return text
    hidden = _hidden(stored)
    labels: dict[str, list[str]] = {}
    for mark in found:
        labels.setdefault(mark.group(), []).append(_label(text, mark.start()))
    meant = {name: _meant(asked, hidden.get(name, [])) for name, asked in labels.items()}
    parts: list[str] = []
    position = 0
    for mark in found:
        secrets = meant[mark.group()]
        if secrets is None:
            return None
        parts += (text[position : mark.start()], next(secrets))
        position = mark.end()
    return "".join(parts) + text[position:]


class _Hidden(NamedTuple):
    """What a mark stands for: a secret, or itself where the text holds the very mark."""

    text: str
    label: str


def _hidden(stored: str) -> dict[str, list[_Hidden]]:
    """What a reader of the redacted text was not shown, by mark, in order."""
    secrets = [(secret.start, secret.end) for secret in find(stored)]
    own = [
        mark.span()
        for mark in _MARK.finditer(stored)
        if not any(start < mark.end() and mark.start() < end for start, end in secrets)
    ]
    spans = sorted((*secrets, *own))
    shown = redact(stored)[0]
    in_shown = list(_MARK.finditer(shown))
    found: dict[str, list[_Hidden]] = {}
    if len(in_shown) != len(spans):
        return found  # a mark inside a mark: nothing is certain there
    for (start, end), mark in zip(spans, in_shown, strict=True):
        one = _Hidden(stored[start:end], _label(shown, mark.start()))
        found.setdefault(mark.group(), []).append(one)
    return found


def _label(text: str, position: int) -> str:
    """What stands before a mark on its line: what tells one password from another."""
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return " ".join(line.split()).casefold()


def _meant(labels: list[str], hidden: list[_Hidden]) -> Iterator[str] | None:
    """Which secrets the marks of one kind stand for, in order; None where that isn't certain."""
    if len({one.text for one in hidden}) == 1:
        return iter([hidden[0].text] * len(labels))
    if labels == [one.label for one in hidden]:
        return iter([one.text for one in hidden])
    chosen: list[str] = []
    for label in labels:
        fitting = {one.text for one in hidden if label and one.label == label}
        if len(fitting) != 1:
            return None
        chosen += fitting
    return iter(chosen)


def _merged(text: str) -> list[Secret]:
    """The secrets of a text without hidden characters; the longest of those that overlap."""
    found = sorted(_each(text), key=lambda secret: (secret.start, -secret.end))
    kept: list[Secret] = []
    for secret in found:
        if kept and secret.start < kept[-1].end:
            if secret.end > kept[-1].end:
                kept[-1] = Secret(kept[-1].start, secret.end, kept[-1].kind)
            continue
        kept.append(secret)
    return kept


def _each(text: str) -> Iterator[Secret]:
    if "-----BEGIN " in text:
        yield from _private_keys(text)
    if _LONG_WORD.search(text):
        if _holds_one(text, _HINTS):
            yield from _shaped(text, _KEYS, _SHAPES)
        if re.search(_BARE_HINT, text):
            yield from _shaped(text, _BARE_KEYS, _BARE)
    if "://" in text:
        for match in re.finditer(_URL, text):
            if not re.fullmatch(_PLACEHOLDER, match["secret"]):
                yield Secret(*match.span("secret"), PASSWORD)
    lower = text.lower()
    if "bearer" in lower or "basic" in lower:
        for match in re.finditer(_BEARER, text):
            if any(char.isdigit() for char in match["secret"]):
                yield Secret(*match.span("secret"), "token")
    if "authorization" in lower:
        for match in re.finditer(_HEADER, text):
            # A header may be spoken of, too: a plain word behind it is none.
            plain = match["secret"].isalpha() and match["secret"].islower()
            if not plain and not re.fullmatch(_PLACEHOLDER, match["secret"]):
                yield Secret(*match.span("secret"), "token")
    if _holds_one(lower, _NAME_HINTS) and _holds_one(lower, _SIGN_HINTS):
        for match in re.finditer(_PAIR, text):
            if (secret := _pair(match)) is not None:
                yield secret


def _shaped(text: str, pattern: str, shapes: tuple[tuple[str, str], ...]) -> Iterator[Secret]:
    for match in re.finditer(pattern, text):
        kind = shapes[int((match.lastgroup or "k0")[1:])][0]
        yield Secret(match.start(), match.end(), kind)


def _holds_one(text: str, hints: tuple[str, ...]) -> bool:
    return any(map(text.__contains__, hints))


def _private_keys(text: str) -> Iterator[Secret]:
    begins, ends = re.compile(_KEY_BEGIN), re.compile(_KEY_END)
    position = 0
    while begin := begins.search(text, position):
        end = ends.search(text, begin.end())
        # A key without its end was cut off: what is left of it is secret all the same.
        position = end.end() if end else len(text)
        yield Secret(begin.start(), position, PRIVATE_KEY)


def _pair(match: re.Match[str]) -> Secret | None:
    """The secret of a `name = value`, or None where the value only speaks of one."""
    group = "quoted" if match["quoted"] is not None else "plain"
    value = match[group]
    if group == "plain":
        # What ends the sentence or the bracket around the pair is not the value's.
        value = value.rstrip(".,;:" if "(" in value else ".,;:)]}>")
    if len(value) < 3 or match["measure"] is not None or re.fullmatch(_PLACEHOLDER, value):
        return None
    if value.casefold() in _PLAIN_WORDS:
        return None
    if match["key"] is not None:
        # `token` and `key` name many things: only a long value of mixed characters is a secret.
        secret = len(value) >= 12 and _mixed(value)
        kind = "token" if "token" in match["key"].casefold() else "key"
    elif match["sign"] in ("=", "==", "＝", ":=") or group == "quoted":
        secret, kind = True, PASSWORD
    elif match["chinese"] is not None:
        # Prose would go on in Chinese, and the value holds none.
        secret, kind = value.isascii() and (len(value) >= 4), PASSWORD
    else:
        # After a colon English prose can follow: there it takes a digit or a sign inside.
        secret, kind = any(not c.isalpha() and c not in "'-_/" for c in value.strip("-_")), PASSWORD
    start = match.start(group)
    return Secret(start, start + len(value), kind) if secret else None


def _mixed(value: str) -> bool:
    return any(char.isdigit() for char in value) and any(char.isalpha() for char in value)
