"""Secrets are found, and what only speaks of them is not (spec 2.5)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core import secrets
from memdesk.core.secrets import find, redact

LETTERS = "abcdefghij1234567890ABCDEFGHIJ"
HEX = "0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE KEY-----"

# Put together here, so that no scanner takes this file for a leak.
SECRETS = [
    (PEM, "private key"),
    (PEM.replace("RSA ", "OPENSSH "), "private key"),
    ("-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc", "private key"),
    ("sk-" + LETTERS, "API key"),
    ("sk-proj-" + LETTERS + "_x-y", "API key"),
    ("sk-ant-" + "api03-" + LETTERS, "Anthropic API key"),
    ("AKIA" + "IOSFODNN7EXAMPLE", "AWS key"),
    ("ghp_" + LETTERS + "abcdef", "GitHub token"),
    ("github_pat_" + LETTERS, "GitHub token"),
    ("glpat-" + LETTERS, "GitLab token"),
    ("xoxb-" + "123456789012-abcdefGHIJ", "Slack token"),
    ("AIza" + LETTERS + "abcde", "Google API key"),
    ("sk_live_" + LETTERS, "Stripe key"),
    ("npm_" + LETTERS + "abcdef", "npm token"),
    ("hf_" + LETTERS, "Hugging Face token"),
    ("eyJ" + "hbGciOiJIUzI1.eyJ" + "zdWIiOiIxMjM.SflKxwRJSMeKKF", "token"),
    ("12345678:AA" + LETTERS + "abc", "Telegram token"),
    ("ABSK" + LETTERS * 4, "AWS key"),
    ("hooks.slack.com/services/" + "T0123/B0123/" + LETTERS, "Slack webhook"),
    ("discord.com/api/webhooks/" + "123456789012/" + LETTERS, "Discord webhook"),
    ("ya29." + LETTERS, "Google token"),
    ("GOCSPX-" + LETTERS, "Google token"),
    ("gsk_" + LETTERS + LETTERS, "Groq API key"),
    ("xai-" + LETTERS * 2, "xAI API key"),
    ("r8_" + LETTERS + "abcdefg", "Replicate token"),
    ("shpat_" + HEX, "Shopify token"),
    ("LTAI" + LETTERS[:20], "Alibaba Cloud key"),
    ("AKID" + LETTERS + "ab", "Tencent Cloud key"),
    ("AGE-SECRET-KEY-1" + LETTERS.upper() * 2, "age key"),
    ("abc8Q~" + LETTERS + "_.~a", "Azure secret"),
    ("MTA4" + LETTERS[:20] + ".GaBcDe." + LETTERS, "Discord token"),
    ("SK" + HEX, "Twilio key"),
    ("key-" + HEX, "Mailgun key"),
    (HEX + "-0a1b2c3d-4e5f6a7b", "Mailgun key"),
    (HEX + "-us12", "Mailchimp key"),
    ("SG." + LETTERS[:22] + "." + LETTERS + "abcdefghijklm", "SendGrid key"),
    ("dop_v1_" + HEX * 2, "DigitalOcean token"),
    ("pypi-" + LETTERS * 2, "PyPI token"),
    (HEX + ".AbCdEf0123456789", "Zhipu API key"),
    ("pplx-" + LETTERS + LETTERS, "Perplexity API key"),
    ("dapi" + HEX, "Databricks token"),
    ("lin_api_" + LETTERS + LETTERS[:10], "Linear key"),
    ("ntn_" + LETTERS + LETTERS, "Notion token"),
    ("PMAK-" + HEX[:24] + "-" + HEX + "ab", "Postman key"),
    ("glsa_" + LETTERS + "ab_0a1b2c3d", "Grafana token"),
    ("hvs." + LETTERS, "Vault token"),
    (LETTERS[:14] + ".atlasv1." + LETTERS * 2 + "abcdef", "Terraform token"),
    ("dp.pt." + LETTERS + LETTERS, "Doppler token"),
    ("figd_" + LETTERS + LETTERS, "Figma token"),
    ("sntrys_" + LETTERS * 3, "Sentry token"),
    ("NRAK-" + LETTERS[:27].upper(), "New Relic key"),
    ("rubygems_" + HEX + HEX[:16], "RubyGems key"),
    ("oy2" + LETTERS.lower() + LETTERS[:13], "NuGet key"),
    ("dckr_pat_" + LETTERS, "Docker token"),
    ("ATATT3" + LETTERS * 4, "Atlassian token"),
    ("sl." + LETTERS * 5, "Dropbox token"),
    ("EAA" + LETTERS * 4, "Meta token"),
    ("sq0atp-" + LETTERS, "Square token"),
    ("pscale_tkn_" + LETTERS + "ab", "PlanetScale token"),
    ("sbp_" + HEX + HEX[:8], "Supabase key"),
    ("pul-" + HEX + HEX[:8], "Pulumi token"),
    ("ops_" + "eyJ" + LETTERS * 4, "1Password token"),
    ("open.feishu.cn/open-apis/bot/v2/hook/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f", "webhook"),
    (
        "qyapi.weixin.qq.com/cgi-bin/webhook/send?" + "key=0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f",
        "webhook",
    ),
]
PAIRS = [
    ("password=hunter2", "hunter2"),
    ("password = hunter2!", "hunter2!"),
    ("Password: hunter2.", "hunter2"),
    ("The password is hunter2", "hunter2"),
    ('"password": "x1y2z3"', "x1y2z3"),
    ("password: 'correct horse battery'", "correct horse battery"),
    ("DB_PASSWORD=s3cret(1)", "s3cret(1)"),
    ("PASSWD=abc)def", "abc)def"),
    ("MYSQL_PASS=letters", "letters"),
    ("pwd: x1y2", "x1y2"),
    ("密码：abc123，然后登录", "abc123"),
    ("密码是123456", "123456"),
    ("口令: opensesame", "opensesame"),
    ("密码：abc123然后登录", "abc123"),
    ("api_key = a1b2c3d4e5f6g7h8", "a1b2c3d4e5f6g7h8"),
    ("client-secret: a1b2c3d4e5f6", "a1b2c3d4e5f6"),
    ("aws_secret_access_key=abcd1234efgh/5678+ijkl", "abcd1234efgh/5678+ijkl"),
    ("Authorization: Bearer abcdef1234567890", "abcdef1234567890"),
    ("Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
    ('"authorization": "Bearer abcDEFghi"', "abcDEFghi"),
    ("密碼：abc123，然後登入", "abc123"),
    ("AccountKey=a1b2C3d4e5F6/+==;EndpointSuffix", "a1b2C3d4e5F6/+==;EndpointSuffix"),
    ("redis://:s3cr3t@cache:6379/0", "s3cr3t"),
    ("mongodb+srv://me:p%40ss@db.example/x", "p%40ss"),
    ("postgres://me:p@ss1@db.local:5432/x", "p@ss1"),
    ("https://me:letmein@example.org/", "letmein"),
]
HARMLESS = [
    "",
    "The password manager is KeePassXC",
    "Password: required",
    "password: letters and digits",
    "Password: 12-16 characters",
    "The password is in the vault; never commit it",
    "密码管理器用 KeePassXC",
    "密码是用户自己设的",
    "密码：12位以上",
    "max_tokens=4000, token: 4000",
    "access token: rotated every month",
    "password = os.environ['DB']",
    "password=$DB_PASSWORD and password=${PW}",
    "password=<your password>",
    "password=********",
    "password=getpass()",
    "pwd=/home/me/project",
    "compass=north, bypass: yes1",
    "sk-learn-is-not-the-name-of-the-package",
    "http://localhost:8080/path@2",
    "see https://example.org/a:b@c",
    "git@github.com:me/repo.git at 10:30",
    "Auth uses JWT with refresh tokens; key: value",
    "The task-key is m7k2, hash 0123456789abcdef0123456789abcdef",
    "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
    "eyJust kidding",
    "2026-07-04T10:30:00.000Z",
    "Authorization: Bearer authentication is used by the service",
    "The header Authorization: Bearer <token> must be sent",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer YOUR_TOKEN",
    "the secret_ingredient_of_the_cake is love",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@home",
    "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9",
    "SK0a1b2c is a flight, SKU 4711-0815-ABCD-EFGH a thing to buy",
    "d41d8cd98f00b204e9800998ecf8427e.png and main.0a1b2c3d.chunk.js",
    "sl.wikipedia.org, dp.pt.example.org, hvs. and glc_",
]


@pytest.mark.parametrize(("secret", "kind"), SECRETS, ids=[secret[:12] for secret, _ in SECRETS])
@pytest.mark.parametrize("around", ["{}", "use {} here", "钥匙：{}。", '("{}")', "a={}\n"])
def test_a_known_shape_is_replaced(secret: str, kind: str, around: str) -> None:
    if kind == "private key" and "END" not in secret:
        around = "{}"  # a key without an end takes all that follows
    redacted, kinds = redact(around.format(secret))
    assert redacted == around.format(f"[redacted: {kind}]")
    assert kinds == (kind,)


@pytest.mark.parametrize(("text", "secret"), PAIRS)
def test_only_the_value_of_a_pair_is_replaced(text: str, secret: str) -> None:
    redacted, kinds = redact(text)
    assert len(kinds) == 1
    assert redacted == text.replace(secret, f"[redacted: {kinds[0]}]")


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_speaks_of_secrets_stays(text: str) -> None:
    assert redact(text) == (text, ())


def test_an_invisible_character_hides_no_secret() -> None:
    text = "key sk-" + LETTERS[:10] + "\u200b" + LETTERS[10:] + "\u200b end"
    redacted, _ = redact(text)
    assert redacted == "key [redacted: API key]\u200b end"


@pytest.mark.parametrize("hidden", ["\u200d", "\u200c", "\ufe0f", "\U000e0101", "\u2060"])
def test_neither_does_a_joiner_or_a_selector(hidden: str) -> None:
    text = f"password={hidden}hun{hidden}ter2 and sk-{hidden}{hidden.join(LETTERS)} end"
    redacted, kinds = redact(text)
    assert kinds == ("password", "API key")
    assert not any(part in redacted for part in ("hun", "ter2", LETTERS[:3], "J"))


def test_a_key_that_was_cut_off_is_secret_to_its_end() -> None:
    assert redact("-----BEGIN EC PRIVATE KEY-----\nMHc\nAQ")[0] == "[redacted: private key]"


def test_several_in_one_text_and_kinds_once_each() -> None:
    text = f"password=one1 and password=two2 and {PEM}"
    redacted, kinds = redact(text)
    assert redacted.count("[redacted: password]") == 2
    assert kinds == ("password", "private key")


def test_every_shape_has_an_example_here() -> None:
    kinds = {kind for kind, _ in (*secrets._SHAPES, *secrets._BARE)}
    assert kinds <= {kind for _, kind in SECRETS}


@given(st.lists(st.sampled_from([secret for secret, _ in SECRETS] + HARMLESS), max_size=6))
def test_spans_are_in_order_and_never_overlap(parts: list[str]) -> None:
    text = " | ".join(parts)
    position = 0
    for secret in find(text):
        assert position <= secret.start < secret.end <= len(text)
        position = secret.end


HARMLESS_SHAPES = st.one_of(
    st.from_regex(r"[0-9a-f]{40}", fullmatch=True),  # a commit
    st.from_regex(r"[0-9a-f]{64}", fullmatch=True),
    st.from_regex(r"[0-9a-f]{32}", fullmatch=True),
    st.uuids().map(str),
    st.from_regex(r"sha(256|384|512)-[A-Za-z0-9+/]{43,86}={1,2}", fullmatch=True),
    st.from_regex(r"data:image/(png|gif);base64,iVBO[A-Za-z0-9+/]{20,200}={0,2}", fullmatch=True),
    st.from_regex(r"v?[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,5}(-rc\.[0-9])?", fullmatch=True),
    st.from_regex(r"[a-z]{1,12}(-[a-z]{1,12}){0,5}", fullmatch=True),
    st.from_regex(r"\+?[0-9]{2,3}[ -][0-9]{3,4}[ -][0-9]{4,7}", fullmatch=True),
    st.datetimes().map(str),
)


@given(
    st.lists(HARMLESS_SHAPES, min_size=1, max_size=5),
    st.sampled_from([" ", "\n", ", ", "：", " is "]),
)
def test_hashes_ids_pictures_and_versions_are_no_secrets(parts: list[str], between: str) -> None:
    text = between.join(parts)
    assert redact(text) == (text, ())


@pytest.mark.parametrize(
    "unit",
    ["a", "1", " ", "://", "://a:", "sk-", "sk-a", "-eyJ", "eyJ", "SG.", "password", "password=\"",
     "password=$", "token: ", "Bearer ", "密码：", "xoxa-", "-----BEGIN PRIVATE KEY-----", "\u200b",
     "AKIA", "password is ", "hooks.slack.com/", "discord.com/api/webhooks/1", "M", "Ma.", "0a",
     "0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d-", "0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d.", "aaa8Q~",
     "a.atlasv1.", "authorization: bearer ", "dp.pt.", "glc_", "EAA", "sl.", "ops_eyJ",
     ".", "~", "-us1"],
)  # fmt: skip
def test_the_time_grows_with_the_length_alone(unit: str) -> None:
    text = (unit * (100_000 // len(unit) + 1))[:100_000]

    def seconds(part: str) -> float:
        begin = time.thread_time()  # what other threads of the tests do is not in it
        redact(part)
        return time.thread_time() - begin

    quarter = min(seconds(text[:25_000]) for _ in range(3))
    # Four times the text: quadratic would be sixteen times, and seconds.
    assert min(seconds(text) for _ in range(3)) < max(10 * quarter, 0.2)


@pytest.mark.parametrize("text", ["密码=abc", "://:q@"])
def test_the_shortest_texts_that_hold_a_secret(text: str) -> None:
    assert len(text) == secrets._SHORTEST
    assert len(find(text)) == 1
    assert find(text[:-1]) == []
