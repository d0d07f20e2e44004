"""Neovim with the plugin of `editors/neovim`, set up as its README describes."""

from __future__ import annotations

from pathlib import Path

from .conftest import installed

SUITES = {"trixie": ("0.10", "start"), "forky": ("0.12", "enable")}
"""The suites of Debian: the version of Neovim, and how the server is started there."""
SET = "if vim.lsp.config then vim.lsp.config('*', { capabilities = { window = { workDoneProgress = false } } }) end"
"""Settings of the user for all servers."""


def set_up_neovim(suite: str, editors: Path, repository: Path, environment: dict[str, str]) -> Path:
    """The program of a suite, with its init.lua written."""
    program = installed(editors / f"neovim-{suite}", "bin/nvim")
    config = Path(environment["XDG_CONFIG_HOME"]) / "nvim"
    config.mkdir()
    plugin = repository / "editors" / "neovim"
    (config / "init.lua").write_text(f"vim.opt.runtimepath:prepend('{plugin}')\n{SET}\nrequire('refrakt').setup()\n")
    return program
