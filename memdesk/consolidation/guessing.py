"""What kind of memory a fact is: guessed from its words, for the person to put right. Pure."""

from __future__ import annotations

import re

from memdesk.core.entry import Category, Relevance

_RULES: tuple[tuple[Category, re.Pattern[str]], ...] = (
    (
        "lesson",
        re.compile(
            r"\b(?:lesson|learn(?:ed|t)|turned out|failed because|root cause|the cause was|"
            r"pitfall|mistake)\b|教训|经验|踩坑|原因是|失败"
        ),
    ),
    (
        "preference",
        re.compile(
            r"\b(?:prefers?|preferences?|likes?|dislikes?|loves?|hates?|wants?|wishes|favou?rite|"
            r"enjoys?|must|always|never|rather)\b|喜欢|偏好|讨厌|希望|想要|习惯|最爱|必须|总是|不要"
        ),
    ),
    (
        "decision",
        re.compile(
            r"\b(?:decided?|decision|chose|chosen|agreed|settled on|will (?:use|be)|switched to|"
            r"instead of|opted)\b|决定|选择|选用|采用|改用|确定"
        ),
    ),
)
_HIGH = re.compile(
    r"\b(?:must|always|never|under no|important|critical|required|forbidden)\b"
    r"|必须|务必|总是|永远|绝不|禁止|重要|关键|一定"
)


def category_of(fact: str) -> Category:
    """Decision, preference or lesson by a word that says so; else a fact."""
    text = fact.casefold()
    return next((category for category, rule in _RULES if rule.search(text)), "fact")


def relevance_of(fact: str, category: Category) -> Relevance:
    """High for what was decided or may never be otherwise."""
    return "high" if category == "decision" or _HIGH.search(fact.casefold()) else "medium"


def is_for_everywhere(category: Category) -> bool:
    """Whether it holds in every workspace, and not in that of its conversation alone."""
    return category == "preference"
