"""What every service is given: the project it works on. Everything a user can get wrong is a `RefraktError`."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.project.site import NoSite, Project, SiteContext, find_project


@dataclass(slots=True)
class Context:
    """A project, and the sites of it that have been asked for."""

    project: Project
    _sites: dict[str | None, SiteContext] = field(default_factory=dict)

    @classmethod
    def at(cls, folder: Path) -> Context:
        """The context of the project a folder belongs to."""
        return cls(find_project(folder))

    def site(self, name: str | None = None, path: Path | None = None) -> SiteContext:
        """The site of this name, else the one a file lies in, else the only one. Made once, used for every page."""
        chosen = self.project.choose(name, path)
        if isinstance(chosen, NoSite):
            code = "SITE_AMBIGUOUS" if chosen.asked is None else "SITE_NOT_FOUND"
            raise RefraktError(code, chosen.message, chosen.hint)
        key = chosen.name if chosen is not None else None
        if key not in self._sites:
            made = self.project.site(key)
            assert isinstance(made, SiteContext), "a site that was chosen can be made"
            self._sites[key] = made
        return self._sites[key]

    def locate(self, path: str) -> Path:
        """A file of the project. Whatever leads out of it, by dots or by a link, is refused."""
        root = self.project.root
        try:
            found = (root / path).resolve()
        except (OSError, ValueError, RuntimeError) as error:
            raise RefraktError("INVALID_ARGS", f"`{path!r}` is no path: {error}", "Give another path.") from error
        if not found.is_relative_to(root):
            message = f"{path} is outside the project"
            raise RefraktError("INVALID_ARGS", message, "Give a path below the folder of the config.")
        return found

    def read(self, path: str) -> str:
        """The text of a file of the project."""
        found = self.locate(path)
        try:
            # A pipe with nobody at its other end would be waited for; it is opened without waiting, then refused.
            handle = os.open(found, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
            with open(handle, "rb") as file:
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    raise RefraktError("INVALID_ARGS", f"{path} is no file", "Give the path of a page.")
                return file.read().decode("utf-8-sig")
        except FileNotFoundError as error:
            raise RefraktError(
                "NOT_FOUND", f"{path} does not exist", "Paths count from the project's folder."
            ) from error
        except UnicodeDecodeError as error:
            raise RefraktError("INVALID_ARGS", f"{path} is not UTF-8 text", "Save it as UTF-8.") from error
        except OSError as error:
            raise RefraktError(
                "INVALID_ARGS", f"{path} cannot be read: {error.strerror}", "Give another path."
            ) from error
