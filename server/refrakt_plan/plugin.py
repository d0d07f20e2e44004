"""The plan plugin. Importing it is cheap; the code that reads files is imported by the first call."""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.plugins import CliPlugin, CommandContext, Rule
from refrakt_plan.command_line import CONFIG
from refrakt_plan.commands import (
    build,
    context,
    create,
    graph,
    history,
    init,
    migrate,
    next,
    next_id,
    serve,
    status,
    update,
    validate,
)
from refrakt_plan.editor import PROVIDERS
from refrakt_plan.plan_folder import DEFAULT, detect, missing_plan, plan_folder
from refrakt_plan.resources import RESOURCES


def _rules() -> Mapping[str, Rule]:
    from refrakt_plan.rules import plan_rules

    return plan_rules()


def _prepare(context: CommandContext) -> None:
    from refrakt_plan import readiness  # noqa: F401 - for `plan.next`
    from refrakt_plan.scanner.plan_scanner import scan

    scan(plan_folder(context.cwd, context.config), context.files)


plugin = CliPlugin(
    "plan",
    [
        next.COMMAND,
        status.COMMAND,
        next_id.COMMAND,
        init.COMMAND,
        update.COMMAND,
        create.COMMAND,
        migrate.COMMAND,
        validate.COMMAND,
        history.COMMAND,
        context.COMMAND,
        graph.COMMAND,
        serve.COMMAND,
        build.COMMAND,
    ],
    "Specs, work, bugs, decisions and milestones as files beside the code",
    detector=detect,
    missing=missing_plan(),
    watches=(DEFAULT, CONFIG),
    prepare=_prepare,
    resources=RESOURCES,
    providers=PROVIDERS,
    instructions=(
        "The project's plan: `plan.next` returns the next work, `plan.context` everything about an item, "
        "`plan.update` changes it, `plan.create` adds one, `plan.status` and `plan.validate` check the whole; "
        "refrakt://plan/{type}/{id} is any entity."
    ),
    rules=_rules,
    config_keys={"plan": "The plan: `dir` is its folder (default: `plan`)."},
)
