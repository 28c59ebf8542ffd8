"""What an operation may be given: checked before anything runs, described as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from memdesk.core.errors import BadParameters, LimitExceeded

Type = Literal["string", "integer", "boolean", "strings", "list"]
"""`strings` is an array of texts; `list` also takes one text with separators (spec 1.4)."""

_WORDS: dict[Type, str] = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "strings": "a list of texts",
    "list": "a list of texts, or one text with commas",
}


class Parameter(NamedTuple):
    """One parameter. For lists, `allowed` and `max_length` hold for each item."""

    name: str
    type: Type
    description: str = ""
    required: bool = False
    allowed: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    """Of a number, or of how many items a list holds."""
    min_length: int = 0
    max_length: int | None = None
    default: object = None

    def check(self, value: object) -> Any:
        """The value as the operation takes it. Raises BadParameters or LimitExceeded."""
        match self.type:
            case "string":
                if isinstance(value, str):
                    return self._text(value)
            case "integer":
                if isinstance(value, float) and value.is_integer():
                    value = int(value)
                if isinstance(value, int) and not isinstance(value, bool):
                    return self._number(value)
            case "boolean":
                if isinstance(value, bool):
                    return value
            case "strings" | "list":
                if self.type == "list" and isinstance(value, str):
                    return self._text(value)
                if isinstance(value, list) and all(isinstance(item, str) for item in value):
                    return self._items(value)
        raise BadParameters(
            "{field} must be {type}.",
            field=self.name,
            allowed=self.allowed or None,
            type=_WORDS[self.type],
        )

    def _text(self, value: str) -> str:
        if self.allowed and value not in self.allowed:
            raise BadParameters(
                "{field} must be one of {choices}.",
                field=self.name,
                allowed=self.allowed,
                choices=", ".join(self.allowed),
            )
        if len(value) < self.min_length or (self.min_length and not value.strip()):
            raise BadParameters("{field} may not be empty.", field=self.name)
        if self.max_length is not None and len(value) > self.max_length:
            raise LimitExceeded(
                "{field} has {length} characters; at most {limit} are allowed.",
                field=self.name,
                limit=self.max_length,
                length=len(value),
            )
        return value

    def _number(self, value: int) -> int:
        low, high = self.minimum, self.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            raise BadParameters(
                "{field} must be between {low} and {high}.",
                field=self.name,
                allowed=(str(low), str(high)),
                low=low,
                high=high,
            )
        return value

    def _items(self, value: list[str]) -> list[str]:
        if self.maximum is not None and len(value) > self.maximum:
            raise LimitExceeded(
                "{field} has {length} items; at most {limit} are allowed.",
                field=self.name,
                limit=self.maximum,
                length=len(value),
            )
        return [self._text(item) for item in value]

    def schema(self) -> dict[str, object]:
        """The parameter as a property of a JSON Schema."""
        found: dict[str, object] = {}
        if self.description:
            found["description"] = self.description
        text: dict[str, object] = {"type": "string"}
        if self.allowed:
            text["enum"] = list(self.allowed)
        if self.min_length:
            text["minLength"] = self.min_length
        if self.max_length is not None:
            text["maxLength"] = self.max_length
        if self.type == "string":
            found |= text
        elif self.type == "strings":
            found |= {"type": "array", "items": text}
            if self.maximum is not None:
                found["maxItems"] = self.maximum
        elif self.type == "list":
            # One text, or an array: a union in `type` is what the most hosts understand.
            found |= {"type": ["string", "array"], "items": text}
        else:
            found["type"] = self.type
            if self.minimum is not None:
                found["minimum"] = self.minimum
            if self.maximum is not None:
                found["maximum"] = self.maximum
        if self.default is not None:
            found["default"] = self.default
        return found


def check_all(
    operation: str, parameters: Sequence[Parameter], given: Mapping[str, object]
) -> dict[str, Any]:
    """The given parameters, checked; those given as null are as if they weren't.

    Raises BadParameters naming the field and what is allowed, or LimitExceeded.
    """
    known = {parameter.name: parameter for parameter in parameters}
    checked = {}
    for name, value in given.items():
        parameter = known.get(name)
        if parameter is None:
            raise BadParameters(
                "{operation} takes no {field}.",
                field=name,
                allowed=tuple(known),
                operation=operation,
            )
        if value is not None or parameter.required:
            checked[name] = parameter.check(value)
    for parameter in parameters:
        if parameter.name not in checked:
            if parameter.required:
                raise BadParameters(
                    "{operation} needs {field}.", field=parameter.name, operation=operation
                )
            if parameter.default is not None:
                checked[parameter.name] = parameter.default
    return checked


def schema_of(parameters: Sequence[Parameter]) -> dict[str, object]:
    """The JSON Schema of an object that holds these parameters and no others."""
    found: dict[str, object] = {
        "type": "object",
        "properties": {parameter.name: parameter.schema() for parameter in parameters},
        "additionalProperties": False,
    }
    if required := [parameter.name for parameter in parameters if parameter.required]:
        found["required"] = required
    return found
