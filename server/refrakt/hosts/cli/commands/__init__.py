"""The commands that have a module of their own: each has `run(words, prog) -> exit code`, and is loaded when it is typed.

Those that read their words with `arguments.Parser` have `command_parser(prog)`, too; completion and the manual's test ask it.
"""

COMMANDS = {
    "lsp": "serve an editor (and the agents beside it) on standard input and output",
    "mcp": "serve an agent on standard input and output",
    "check": "check the pages of a project, each by itself and all together",
    "pages": "list the pages of a site",
    "validate-content": "check pages against the runes of their site",
    "reference": "tell about the runes of a site",
    "inspect": "list the runes of a site",
    "format": "lay pages out in one consistent way",
    "ast": "print the syntax tree of pages as JSON, or what is wrong with them",
    "catalogue": "write down what the runes of a JavaScript package are",
    "package validate": "check the shape of a plugin that is being written",
    "doctor": "explain what was found here and what is wrong with it",
}
"""Each name, and its line of help. The module of `package validate` is `package_validate`."""


def module_of(name: str) -> str:
    """The module of a command."""
    return f"{__name__}.{name.replace(' ', '_').replace('-', '_')}"
