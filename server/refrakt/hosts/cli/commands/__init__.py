"""The commands that are not services, each a module with `run(arguments, prog) -> exit code`, imported when it is typed.

Those that use `argument_parser.Parser` also have `command_parser(prog)`, for completion and the test of the manual. A module with
the name of a service, such as `check`, is not listed here: `service_command` finds it.
"""

COMMANDS = {
    "lsp": "run the language server on standard input and output",
    "mcp": "run the MCP server on standard input and output",
    "init": "set up a site, a plan, an MCP client, continuous integration",
    "format": "format pages",
    "preview": "show pages in a browser while they are written",
    "ast": "print the syntax tree of pages as JSON, or their problems",
    "scaffold-css": "create a stylesheet with a rule for each selector of a rune",
    "catalogue": "export a catalogue of the runes of a JavaScript package",
    "explain": "explain a rule: what it reports, why, and what to write instead",
    "doctor": "diagnose the installation and the project",
}
"""Each name, with its summary."""


def module_of(name: str) -> str:
    """The module of a command."""
    return f"{__name__}.{name.replace('-', '_')}"
