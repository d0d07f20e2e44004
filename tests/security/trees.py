"""Folders with links in them, and what must not change."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from plan.plans import entity

OLD = entity("work", "WORK-001", "## Dependencies\n\nnone", status="ready")


def snapshot(folder: Path) -> dict[str, Any]:
    """Everything below a folder: contents, targets of links, and times of change."""
    found: dict[str, Any] = {}
    for path in sorted([folder, *folder.rglob("*")]):
        content = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
        found[str(path.relative_to(folder))] = (content, path.lstat().st_mtime_ns)
    return found


def link(path: Path, target: Path | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    return path
