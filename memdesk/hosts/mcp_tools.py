"""The tools of the MCP door: the registry's operations, said as briefly as can be (spec 3.3).

A host puts every tool's name, description and schema into every request it pays for. So the
schemas say what a model needs to choose its arguments; the limits that only refuse the absurd are
checked, but not listed.
"""

from __future__ import annotations

from typing import Any

from memdesk.core.errors import BadParameters
from memdesk.hosts.operations import OPERATIONS, Operation
from memdesk.hosts.parameters import Parameter


def listed(*, read_only: bool) -> list[dict[str, Any]]:
    """The tools as `tools/list` gives them; without those that write for a reader."""
    return [
        {
            "name": operation.name,
            "description": operation.description,
            "inputSchema": _schema(operation),
            "annotations": _hints(operation),
        }
        for operation in OPERATIONS.values()
        if operation.tool and not (read_only and operation.writes)
    ]


def operation_of(name: object) -> Operation:
    """The operation that a tool's name, or an alias of it, stands for.

    What may be called by its name alone is listed nowhere: each listed tool costs every request,
    and the conversations that these operations give are resources, too. Raises BadParameters for
    any other: not every operation is a tool.
    """
    operation = OPERATIONS.get(name) if isinstance(name, str) else None
    meant = operation and OPERATIONS[operation.alias_of or operation.name]
    if operation is None or meant is None or not (meant.tool or meant.by_name):
        tools = tuple(one.name for one in OPERATIONS.values() if one.tool)
        raise BadParameters(
            "There is no tool {name}. There are: {choices}.",
            field="name",
            allowed=tools,
            name=str(name),
            choices=", ".join(tools),
        )
    return operation


def _hints(operation: Operation) -> dict[str, bool]:
    return {"readOnlyHint": not operation.writes, "destructiveHint": operation.destructive}


def _schema(operation: Operation) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {one.name: _property(one) for one in operation.takes},
    }
    if required := [one.name for one in operation.takes if one.required]:
        schema["required"] = required
    return schema


def _property(parameter: Parameter) -> dict[str, Any]:
    text: dict[str, Any] = {"type": "string"}
    if parameter.allowed:
        text["enum"] = list(parameter.allowed)
    found: dict[str, Any] = {}
    match parameter.type:
        case "string":
            found |= text
        case "strings" | "list":
            # `list` takes one text with commas too; not every host understands a choice of types.
            found |= {"type": "array", "items": text}
        case _:
            found["type"] = parameter.type
            if parameter.maximum is not None:
                found["maximum"] = parameter.maximum
    if parameter.description:
        found["description"] = parameter.description
    return found
