"""Secrets are found, and what only speaks of them is not (spec 2.5)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.secrets import find, redact

LETTERS = "abcdefghij1234567890ABCDEFGHIJ"
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


def test_a_key_that_was_cut_off_is_secret_to_its_end() -> None:
    assert redact("-----BEGIN EC PRIVATE KEY-----\nMHc\nAQ")[0] == "[redacted: private key]"


def test_several_in_one_text_and_kinds_once_each() -> None:
    text = f"password=one1 and password=two2 and {PEM}"
    redacted, kinds = redact(text)
    assert redacted.count("[redacted: password]") == 2
    assert kinds == ("password", "private key")


@given(st.lists(st.sampled_from([secret for secret, _ in SECRETS] + HARMLESS), max_size=6))
def test_spans_are_in_order_and_never_overlap(parts: list[str]) -> None:
    text = " | ".join(parts)
    position = 0
    for secret in find(text):
        assert position <= secret.start < secret.end <= len(text)
        position = secret.end


@pytest.mark.parametrize(
    "unit",
    ["a", "1", " ", "://", "://a:", "sk-", "sk-a", "-eyJ", "eyJ", "SG.", "password", "password=\"",
     "password=$", "token: ", "Bearer ", "密码：", "xoxa-", "-----BEGIN PRIVATE KEY-----", "\u200b",
     "AKIA", "password is ", "hooks.slack.com/", "discord.com/api/webhooks/1"],
)  # fmt: skip
def test_the_time_grows_with_the_length_alone(unit: str) -> None:
    text = (unit * (100_000 // len(unit) + 1))[:100_000]

    def seconds(part: str) -> float:
        begin = time.process_time()
        redact(part)
        return time.process_time() - begin

    quarter = min(seconds(text[:25_000]) for _ in range(3))
    # Four times the text: quadratic would be sixteen times, and seconds.
    assert min(seconds(text) for _ in range(3)) < max(10 * quarter, 0.2)
