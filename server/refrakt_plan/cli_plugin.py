"""The plan plugin. Importing it brings descriptions and schemas; what reads files comes with the first call."""

from __future__ import annotations

from refrakt.plugins import CliPlugin
from refrakt_plan.commands import init, next, next_id, status
from refrakt_plan.folder import DEFAULT, detect, no_plan
from refrakt_plan.resources import RESOURCES
from refrakt_plan.shell import CONFIG

plugin = CliPlugin(
    "plan",
    [next.COMMAND, status.COMMAND, next_id.COMMAND, init.COMMAND],
    "Specs, work, bugs, decisions and milestones as files beside the code",
    detector=detect,
    missing=no_plan(),
    watches=(DEFAULT, CONFIG),
    resources=RESOURCES,
    instructions=(
        "The project's plan: `plan.next` gives the next piece of work with its text and criteria, `plan.status` the whole "
        "picture, refrakt://plan/{type}/{id} any entity."
    ),
    config_keys={"plan": "The plan: `dir` is its folder, `plan` where nothing is said."},
)
