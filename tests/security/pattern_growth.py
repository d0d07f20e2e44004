"""How the time of a regular expression grows with its text: attack texts, made from the pattern itself, and their times.

Run as a program it imports every module of the server, tries all its patterns, and prints those whose time grows faster than the
text, as JSON. It is a process of its own, because Python's matcher cannot be interrupted from inside.
"""

from __future__ import annotations

import ast
import importlib
import json
import math
import pkgutil
import re
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

SERVER = Path(__file__).resolve().parents[2] / "server"
METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")
LONGEST = 4000
"""Characters of the longest text."""
STEEP = 3.0
"""How much longer twice the text may take. Linear is 2, quadratic 4."""
SLOW = 0.003
"""Matches faster than this on the longest text are ignored, in seconds."""
LIMIT = 2.0
"""The timeout of a match, in seconds."""
MOST_ATTACKS = 24


def patterns() -> Iterator[tuple[str, str, re.Pattern[Any], set[str]]]:
    """Every pattern of the server: its module, its name or text, itself, and the methods that are called on it."""
    sources = {path: path.read_text("utf-8") for path in sorted(SERVER.rglob("*.py"))}
    observed: set[int] = set()
    for package in ("refrakt", "refrakt_forge", "refrakt_plan"):
        found = importlib.import_module(package)
        for info in pkgutil.walk_packages(found.__path__, f"{package}."):
            if info.name.endswith("__main__"):
                continue
            module = importlib.import_module(info.name)
            own = [sources[Path(module.__file__ or "")]]
            for name, value in vars(module).items():
                for each in _within(value):
                    if id(each) not in observed:
                        observed.add(id(each))
                        yield info.name, name, each, used_as(name, own if name.startswith("_") else sources.values())
    for path, source in sources.items():
        for method, text in _inline(ast.parse(source)):
            yield path.relative_to(SERVER).as_posix(), text, re.compile(text), {method}


def _inline(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Patterns that are written where they are used: `re.sub("a+", …)`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=method), args=[ast.Constant(str(text)), *_]):
                if method in METHODS:
                    yield method, text


def _within(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from (each for each in value.values() if isinstance(each, re.Pattern))
    elif isinstance(value, list | tuple):
        yield from (each for each in value if isinstance(each, re.Pattern))


def used_as(name: str, sources: Iterable[str]) -> set[str]:
    """The methods that are called on a name anywhere; all of them where it is handed on."""
    calls = re.compile(rf"\b{re.escape(name)}(?:\[[^\]]*\])?\.({'|'.join(METHODS)})\b")
    return {found[1] for source in sources for found in calls.finditer(source)} or {"search", "fullmatch"}


# Attack texts ---------------------------------------------------------------------------------------------------------


def attacks(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """What begins a text, what is repeated in it, and what ends it."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    pumps = dict.fromkeys(each for before, pump in _pumps([*tree], "") for each in ((before, pump), ("", pump)))
    for before, pump in islice(pumps, MOST_ATTACKS):
        for end in ("\0", "!\n", pump[:-1] + "\0", ""):
            yield before, pump, end


def _pumps(items: list[Any], before: str) -> Iterator[tuple[str, str]]:
    """The repeated parts, each with a prefix that reaches it."""
    for index, (kind, argument) in enumerate(items):
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            least, most, body = argument
            if most is op.MAXREPEAT or most > 20:
                for sample in _samples([*body], 6):
                    yield before, sample
                    # Two repetitions side by side compete for what both of them take.
                    following = _first_samples(items[index + 1 :])
                    yield from ((before, sample + each) for each in following)
            yield from _pumps([*body], before)
            before += _sample([*body]) * least
        elif kind is op.SUBPATTERN:
            yield from _pumps([*argument[3]], before)
            before += _sample([*argument[3]])
        elif kind is op.BRANCH:
            for each in argument[1]:
                yield from _pumps([*each], before)
            before += _sample([*argument[1][0]])
        elif kind in (op.ASSERT, op.ASSERT_NOT):
            yield from _pumps([*argument[1]], before)
        elif kind is op.ATOMIC_GROUP:
            yield from _pumps([*argument], before)
            before += _sample([*argument])
        else:
            before += _sample([(kind, argument)])


def _first_samples(items: list[Any]) -> list[str]:
    return [each for each in _samples(items[:1], 3) if each] if items else []


def _sample(items: list[Any]) -> str:
    return next(_samples(items, 1), "")


def _samples(items: list[Any], most: int) -> Iterator[str]:
    """Texts that a part of a pattern matches, as far as they are easily computed."""
    if not items:
        return
    texts = [""]
    for kind, argument in items:
        texts = [text + each for text in texts for each in _letters(kind, argument)][:most]
    yield from (each for each in texts if each)


def _letters(kind: Any, argument: Any) -> list[str]:
    if kind is op.LITERAL:
        return [chr(argument)]
    if kind is op.NOT_LITERAL:
        return [each for each in ("a", " ", "\n", "`") if ord(each) != argument][:3]
    if kind is op.ANY:
        return ["a", " ", "\t"]
    if kind is op.IN:
        return _of_class(argument)
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        least, _, body = argument
        return [each * max(least, 1) for each in _samples([*body], 3)] + ([""] if least == 0 else [])
    if kind is op.SUBPATTERN:
        return [*_samples([*argument[3]], 4)] or [""]
    if kind is op.BRANCH:
        return [text for each in argument[1] for text in _samples([*each], 2)] or [""]
    if kind is op.ATOMIC_GROUP:
        return [*_samples([*argument], 3)] or [""]
    return [""]


def _of_class(members: list[Any]) -> list[str]:
    negated = bool(members) and members[0][0] is op.NEGATE
    source = "".join(map(_member, members[1:] if negated else members))
    matcher = re.compile(f"[{'^' if negated else ''}{source}]")
    known = " \t\n\ra1_-.:/#*\"'`>[](){}%$&<\\,;x0"
    found = [each for each in known if matcher.match(each)]
    if found:
        return found[:6]
    return [chr(each) for each in range(128, 0x3000) if matcher.match(chr(each))][:1]


def _member(member: Any) -> str:
    kind, argument = member
    if kind is op.LITERAL:
        return re.escape(chr(argument))
    if kind is op.RANGE:
        return f"{re.escape(chr(argument[0]))}-{re.escape(chr(argument[1]))}"
    names = {"CATEGORY_SPACE": r"\s", "CATEGORY_DIGIT": r"\d", "CATEGORY_WORD": r"\w"}
    names |= {name.replace("Y_", "Y_NOT_"): each.upper() for name, each in names.items()}
    return names.get(str(argument), "")


# Times ----------------------------------------------------------------------------------------------------------------


class _TookTooLong(Exception):
    pass


def _stop(*_: object) -> None:
    raise _TookTooLong


def growth(pattern: re.Pattern[Any], method: str) -> tuple[float, str] | None:
    """How much longer the longest text takes than one of half its length, and what it is made of; None where all is linear."""
    for attack in attacks(pattern):
        first = _time(pattern, method, _text(attack, LONGEST))
        if first < SLOW:
            continue
        if first >= LIMIT:
            return math.inf, repr(attack)
        # Once more, the best of three: another process may have had the processor meanwhile.
        long, short = (
            min(_time(pattern, method, _text(attack, size)) for _ in range(3)) for size in (LONGEST, LONGEST // 2)
        )
        if long >= SLOW and long > STEEP * short:
            return long / max(short, 1e-6), repr(attack)
    return None


def _text(attack: tuple[str, str, str], size: int) -> str:
    before, pump, end = attack
    return before + pump * (size // len(pump)) + end


def _time(pattern: re.Pattern[Any], method: str, text: str) -> float:
    """The time of one call, up to a limit: the matcher checks for signals periodically."""
    arguments: Any = text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text
    started = time.perf_counter()
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        if method == "sub":
            pattern.sub(arguments[:0], arguments)
        elif method == "finditer":
            for _ in pattern.finditer(arguments):
                pass
        else:
            getattr(pattern, method)(arguments)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except _TookTooLong:
        return math.inf
    return time.perf_counter() - started


def main() -> None:
    signal.signal(signal.SIGALRM, _stop)
    found = []
    for module, name, pattern, methods in patterns():
        for method in sorted(methods):
            steep = growth(pattern, method)
            if steep is not None:
                found.append([module, name, method, *steep])
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
