"""The historical shapes of the configuration, each turned into the same settings.

| shape        | file                                      | content                                                    |
| ------------ | ----------------------------------------- | ---------------------------------------------------------- |
| `registries` | `.fractary/config.json`                   | `registries`, `install`, `cache`, `resolution`             |
| `shared`     | `.fractary/config.yaml`                   | `forge:` beside the settings of other products             |
| `forge`      | `.fractary/forge/config.yaml`             | the same without `forge:`                                  |
| `plugin`     | `.fractary/plugins/forge/config.json`     | `registries`, or `stockyard`                               |
| `resolvers`  | `.fractary/forge.config.json`             | `resolvers`, `cache`                                       |

The settings are plain data with these keys, each of them only if it is written: `registries`, `cache`, `resolution`, `paths`,
`lockfile`, `extra`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from refrakt_forge.config.settings import DEFAULT_STOCKYARD_URL, STOCKYARD_NAME
from refrakt_forge.limits import REGISTRIES
from refrakt_forge.names import REGISTRY_NAME, is_path

ConfigShape = Literal["registries", "shared", "forge", "plugin", "resolvers"]
_OWN_KEYS = {
    "registries": ("registries", "install", "cache", "resolution"),
    "plugin": ("registries", "stockyard", "agents", "tools", "install"),
    "resolvers": ("resolvers", "cache"),
}
Json = dict[str, Any]


def _shape_of(data: Json) -> ConfigShape:
    """The shape of a file that has none of these names."""
    if "forge" in data and "registries" not in data:
        return "shared"
    if "registry" in data:
        return "forge"
    if "resolvers" in data:
        return "resolvers"
    return "plugin" if "stockyard" in data else "registries"


def as_settings(data: Json, shape: ConfigShape | None) -> Json | None:
    """The settings of a file; None if it has nothing of Forge. `ValueError` says what is wrong.

    Without a shape, the content shows which one it is.
    """
    shape = shape or _shape_of(data)
    if shape in ("shared", "forge"):
        forge = data.get("forge") if shape == "shared" else data
        if forge is None:
            return None
        if not isinstance(forge, Mapping):
            raise ValueError("`forge` must be a mapping")
        return _tiers(dict(forge))
    if shape == "registries" and "forge" in data and "registries" not in data:
        return _tiers(_object(data["forge"], "forge"))
    if not any(key in data for key in _OWN_KEYS[shape]):
        return None
    return _resolvers(data) if shape == "resolvers" else _registries(data)


def _registries(data: Json) -> Json:
    """Shapes `registries` and `plugin`."""
    settings: Json = {}
    if "registries" in data:
        if not isinstance(data["registries"], list):
            raise ValueError("`registries` must be a list")
        settings["registries"] = _listed(data["registries"], "registries")
    stockyard = data.get("stockyard")
    if isinstance(stockyard, Mapping):
        settings.setdefault("registries", []).append(_stockyard(stockyard))
        settings["resolution"] = {"stockyard": stockyard.get("enabled") is True}
    _add_shared(settings, data)
    known = ("registries", "stockyard", "cache", "resolution")
    return _with_extra(settings, data, known)


def _tiers(data: Json) -> Json:
    """Shapes `shared` and `forge`."""
    settings: Json = {}
    registry = _object(data.get("registry", {}), "registry")
    resolution: Json = {}
    paths: Json = {}
    for name in ("local", "global", "stockyard"):
        tier = _object(registry.get(name, {}), f"registry.{name}")
        if "enabled" in tier:
            resolution[name] = _flag(tier["enabled"], f"registry.{name}.enabled")
        if name == "local":
            paths |= {
                key: _path(tier[f"{key}_path"], f"registry.local.{key}_path")
                for key in ("agents", "tools")
                if f"{key}_path" in tier
            }
        elif name == "global" and "path" in tier:
            paths["global"] = _path(tier["path"], "registry.global.path")
        elif name == "stockyard" and tier:
            settings["registries"] = [_stockyard(tier)]
    if isinstance(data.get("registries"), list):
        settings["registries"] = _listed(data["registries"], "registries") + settings.get("registries", [])
    if resolution:
        settings["resolution"] = resolution
    if paths:
        settings["paths"] = paths
    lockfile = _object(data.get("lockfile", {}), "lockfile")
    if "path" in lockfile:
        settings["lockfile"] = _path(lockfile["path"], "lockfile.path")
    _add_shared(settings, data)
    return _with_extra(settings, data, ("registry", "registries", "cache", "resolution"))


def _resolvers(data: Json) -> Json:
    """Shape `resolvers`."""
    settings: Json = {}
    resolvers = _object(data.get("resolvers", {}), "resolvers")
    resolution: Json = {}
    for name, key in (("local", "local"), ("global", "global"), ("remote", "stockyard")):
        tier = _object(resolvers.get(name, {}), f"resolvers.{name}")
        if "enabled" in tier:
            resolution[key] = _flag(tier["enabled"], f"resolvers.{name}.enabled")
        if name == "remote" and isinstance(tier.get("registries"), list):
            settings["registries"] = _listed(tier["registries"], "resolvers.remote.registries")
    if resolution:
        settings["resolution"] = resolution
    _add_shared(settings, data)
    return _with_extra(settings, data, ("resolvers", "cache", "resolution"))


def _add_shared(settings: Json, data: Json) -> None:
    """`cache` and `resolution`, which every shape may have."""
    cache = _object(data.get("cache", {}), "cache")
    found: Json = {}
    for key in ("directory", "dir", "path"):
        if key in cache:
            found.setdefault("directory", _path(cache[key], f"cache.{key}"))
    if "ttl" in cache:
        found["ttl"] = _whole(cache["ttl"], "cache.ttl", 0)
    if found:
        settings["cache"] = found
    resolution = _object(data.get("resolution", {}), "resolution")
    flags = {
        key: _flag(resolution[key], f"resolution.{key}")
        for key in ("local", "global", "stockyard")
        if key in resolution
    }
    if flags:
        settings["resolution"] = {**settings.get("resolution", {}), **flags}


def _with_extra(settings: Json, data: Json, known: tuple[str, ...]) -> Json:
    extra = {key: value for key, value in data.items() if key not in known and key != "$schema"}
    return {**settings, "extra": extra} if extra else settings


def _listed(items: list[Any], field: str) -> list[Json]:
    if len(items) > REGISTRIES:
        raise ValueError(f"`{field}` must have at most {REGISTRIES} entries")
    return [_registry(each, f"{field}.{n}") for n, each in enumerate(items)]


def _registry(item: Any, field: str) -> Json:
    entry = _object(item, field)
    name = _text(entry.get("name"), f"{field}.name")
    if REGISTRY_NAME.fullmatch(name) is None or ".." in name:
        raise ValueError(f"`{field}.name` must be letters, digits, `.`, `_` and `-`")
    kind = entry.get("type", "manifest")
    if kind not in ("manifest", "stockyard"):
        raise ValueError(f"`{field}.type` must be `manifest` or `stockyard`")
    found: Json = {"name": name, "type": kind, "url": _text(entry.get("url"), f"{field}.url")}
    if "enabled" in entry:
        found["enabled"] = _flag(entry["enabled"], f"{field}.enabled")
    if "priority" in entry:
        found["priority"] = _whole(entry["priority"], f"{field}.priority", 0)
    ttl = entry.get("cache_ttl", entry.get("cacheTtl"))
    if ttl is not None:
        found["cacheTtl"] = _whole(ttl, f"{field}.cache_ttl", 0)
    auth = entry.get("auth")
    if auth is not None:
        found["auth"] = _auth(_object(auth, f"{field}.auth"), f"{field}.auth")
    return found


def _auth(auth: Json, field: str) -> Json:
    kind = auth.get("type", "bearer")
    if kind not in ("bearer", "apikey"):
        raise ValueError(f"`{field}.type` must be `bearer` or `apikey`")
    return {"type": kind, "token_env": _text(auth.get("token_env"), f"{field}.token_env")}


def _stockyard(tier: Mapping[str, Any]) -> Json:
    field = "stockyard"
    found: Json = {
        "name": STOCKYARD_NAME,
        "type": "stockyard",
        "url": _text(tier.get("url", DEFAULT_STOCKYARD_URL), f"{field}.url"),
        "enabled": tier.get("enabled") is True,
    }
    if isinstance(tier.get("token_env"), str):
        found["auth"] = {"type": "bearer", "token_env": tier["token_env"]}
    return found


def _object(value: Any, field: str) -> Json:
    if not isinstance(value, Mapping):
        raise ValueError(f"`{field}` must be an object")
    return dict(value)


def _text(value: Any, field: str) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"`{field}` must be a text")
    return value


def _path(value: Any, field: str) -> str:
    text = _text(value, field)
    if not is_path(text):
        raise ValueError(f"`{field}` must be a path")
    return text


def _flag(value: Any, field: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"`{field}` must be true or false")
    return value


def _whole(value: Any, field: str, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"`{field}` must be a whole number of at least {least}")
    return value
