"""The plan plugin. Importing it brings descriptions and schemas; what reads files comes with the first call."""

from __future__ import annotations

from refrakt.plugins import CliPlugin
from refrakt_plan.commands import (
    context,
    create,
    graph,
    history,
    init,
    migrate,
    next,
    next_id,
    status,
    update,
    validate,
)
from refrakt_plan.editor import PROVIDERS
from refrakt_plan.folder import DEFAULT, detect, no_plan
from refrakt_plan.resources import RESOURCES
from refrakt_plan.shell import CONFIG

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
    ],
    "Specs, work, bugs, decisions and milestones as files beside the code",
    detector=detect,
    missing=no_plan(),
    watches=(DEFAULT, CONFIG),
    resources=RESOURCES,
    providers=PROVIDERS,
    instructions=(
        "The project's plan: `plan.next` gives the next piece of work, `plan.context` everything around one item, "
        "`plan.update` changes it, `plan.create` makes one, `plan.status` and `plan.validate` tell how it all stands; "
        "refrakt://plan/{type}/{id} is any entity."
    ),
    config_keys={"plan": "The plan: `dir` is its folder, `plan` where nothing is said."},
)
