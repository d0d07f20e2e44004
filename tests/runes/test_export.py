"""Export of catalogues from JavaScript: complete catalogues, and limits on the package's code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from cli.command_runner import refrakt
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.catalogue import merge_with_builtin, read
from refrakt.runes.content_model import (
    Conditional,
    Custom,
    Delimited,
    Field,
    HeadingField,
    ItemField,
    ItemModel,
    Sections,
)
from refrakt.runes.packages import bundled
from refrakt.runes.rune import Attribute, TypeName
from refrakt.services import node_process
from refrakt.services.catalogue_export import (
    ExportError,
    SchemaModule,
    export_package,
    export_schema,
    markdoc_config,
    target,
    write_catalogue,
)

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")

ANY: tuple[TypeName, ...] = ("String", "Number", "Boolean", "Array", "Object")


def project(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


# A package made for the purpose, with a core of its own -----------------------------------------------------------------

CORE = """
export const schemaContentModels = new WeakMap();
export const schemaBasePresets = new WeakMap();
export const EXCLUDED_RUNES = new Set(['weed']);
export const UNIVERSAL_ATTRIBUTE_NAMES = new Set(['tint', 'width']);
const named = new Map();
export const registerAttributePreset = (record, about) => named.set(record, about);
export const lookupAttributePreset = (record) => named.get(record);
export function schema({ base, attributes, model, old = {}, ...more }) {
  const all = { ...base, ...attributes, tint: { type: String }, width: { type: String, matches: ['wide'] } };
  for (const name of Object.keys(old)) all[name] = { type: String, deprecated: true };
  const made = { ...more, attributes: all, transform(node) {
    for (const [name, [next, change]] of Object.entries(old)) {
      if (node.attributes[name] !== undefined && node.attributes[next] === undefined) {
        node.attributes[next] = change ? change(node.attributes[name]) : node.attributes[name];
      }
    }
    node.transformAttributes();
  } };
  schemaContentModels.set(made, model);
  if (base) schemaBasePresets.set(made, base);
  return made;
}
"""
GARDEN = """
import { schema, registerAttributePreset } from '@refrakt-md/runes';
console.log('noise that must not get into the catalogue');
const soil = { ph: { type: Number }, drained: { type: Boolean, default: true } };
registerAttributePreset(soil, { name: 'soil' });
class Season { validate() { return []; } }
export const garden = {
  name: 'garden',
  version: '9',
  runes: {
    bed: {
      transform: schema({
        base: soil,
        attributes: {
          size: { type: String, required: true, matches: ['small', 'large'], errorLevel: 'warning', description: 'How big' },
          code: { type: String, matches: /^[a-z]+$/i },
          odd: { matches: () => true },
          season: { type: [String, Season] },
          rows: { type: [Number, String], default: 3 },
        },
        old: { extent: ['size'], depth: ['rows', (value) => value.length] },
        model: {
          type: 'sections', sectionHeading: 'heading:2', emitTag: 'plant', emitAttributes: { name: '$name' },
          fields: [{ name: 'intro', match: 'paragraph', optional: true, greedy: true }],
          sectionModel: { type: 'sequence', fields: [{ name: 'body', match: 'any' }] },
          headingExtract: { fields: [
            { name: 'when', match: 'text', pattern: /^(\\w+):/, optional: true },
            { name: 'name', match: 'text', pattern: 'remainder' },
          ] },
        },
      }),
      aliases: ['plot'], category: 'Outside', seoType: 'Place', description: 'A bed', snippet: ['{% bed %}', '{% /bed %}'],
      fixture: '{% bed size="small" /%}',
    },
    plant: { transform: schema({
      attributes: { name: { type: String } },
      model: { type: 'custom', processChildren: (nodes) => nodes },
    }) },
    path: { transform: schema({ model: (attributes) => ({
      when: [
        { condition: { attribute: 'kind', in: ['a'] }, model: { type: 'sequence', fields: [] } },
        { condition: { hasChild: 'list' }, model: { type: 'custom' } },
      ],
      default: { type: 'delimited', delimiter: 'hr', dynamicZones: true, zoneModel: { type: 'sequence', fields: [
        { name: 'stones', match: 'list', itemModel: { fields: [
          { name: 'kind', match: 'strong' },
          { name: 'rest', match: 'text', pattern: /x+/, optional: true },
        ] } },
      ] } },
    }) }) },
    weed: { transform: schema({ model: (attributes) => attributes.kind.length }) },
    stone: { transform: { selfClosing: true, inline: true, attributes: { weight: { type: Number } } } },
    'bad name': { transform: { attributes: {} } },
    nothing: {},
  },
  theme: { runes: { Plant: { block: 'plant', requiresParent: 'Bed' }, Bed: { block: 'bed' } } },
};
"""


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    return project(
        tmp_path,
        {
            "node_modules/@me/garden/package.json": '{"name": "@me/garden", "version": "1.2.3", "type": "module", '
            '"description": "For gardeners", "exports": {".": {"types": "./x.d.ts", "import": "./dist/main.js"}}}',
            "node_modules/@me/garden/dist/main.js": GARDEN,
            "node_modules/@me/garden/node_modules/@refrakt-md/runes/package.json": '{"type": "module", "main": "core.js"}',
            "node_modules/@me/garden/node_modules/@refrakt-md/runes/core.js": CORE,
            # Another copy, without the garden's schemas.
            "node_modules/@refrakt-md/runes/package.json": '{"type": "module", "main": "core.js"}',
            "node_modules/@refrakt-md/runes/core.js": CORE,
        },
    )


@needs_node
def test_package_is_exported_as_declared(garden: Path) -> None:
    made = export_package("@me/garden", garden)
    package = made.catalogue.package
    assert package is not None
    assert (package.name, package.short, package.version, package.about) == (
        "@me/garden",
        "garden",
        "1.2.3",
        "For gardeners",
    )
    assert list(package.runes) == ["bed", "plant", "path", "weed", "stone"]
    assert [text.split(":")[1].strip() for _, text in made.catalogue.problems] == [
        "'bad name' is not a name; use up to 100 letters, digits, - and _; `bad name` is ignored"
    ]
    assert sorted(note.partition(":")[0] for note in made.notes) == ["bed.odd", "nothing", "weed"]

    bed = package.runes["bed"]
    assert (bed.aliases, bed.category, bed.schema_type, bed.about) == (("plot",), "Outside", "Place", "A bed")
    assert (bed.snippet, bed.sample, bed.universal) == (("{% bed %}", "{% /bed %}"), '{% bed size="small" /%}\n', True)
    assert bed.preset is not None
    assert (bed.preset.name, bed.preset.attributes) == (
        "soil",
        (Attribute("ph", type="Number"), Attribute("drained", type="Boolean", default=True)),
    )
    own = {each.name: each for each in bed.attributes}
    assert list(own) == ["size", "code", "odd", "season", "rows", "extent", "depth"]
    assert own["size"] == Attribute("size", "How big", required=True, values=("small", "large"), level="warning")
    assert own["code"] == Attribute("code", pattern="(?i:^[a-z]+$)")
    assert own["odd"].type == own["season"].type == ANY
    assert own["rows"] == Attribute("rows", type=("Number", "String"), default=3)
    assert own["extent"] == Attribute("extent", deprecated="size")
    assert own["depth"].deprecated == "rows"
    assert own["depth"].rewrite is not None
    assert own["depth"].rewrite("deep") is UNDEFINED

    assert isinstance(bed.content, Sections)
    assert (bed.content.heading, bed.content.emit, bed.content.emit_attributes) == (
        "heading:2",
        "plant",
        {"name": "$name"},
    )
    assert bed.content.preamble == (Field("intro", "paragraph", optional=True, greedy=True),)
    assert bed.content.extract == (HeadingField("when", r"^(\w+):", optional=True), HeadingField("name"))

    assert package.runes["plant"].content == Custom()
    assert package.runes["plant"].parents == ("bed",)
    path = package.runes["path"].content
    assert isinstance(path, Conditional)
    assert isinstance(path.default, Delimited)
    assert path.default.each is not None
    assert path.default.each.fields[0].item == ItemModel(
        (ItemField("kind", "strong", optional=False), ItemField("rest", pattern="x+"))
    )
    assert made.catalogue.computed == {"path"}
    weed, stone = package.runes["weed"], package.runes["stone"]
    assert (weed.internal, weed.content) == (True, None)
    assert (stone.universal, stone.self_closing, stone.inline) == (False, True, True)


@needs_node
def test_the_command_writes_a_catalogue_that_loads(garden: Path) -> None:
    code, out, err = refrakt("catalogue", "export", "@me/garden", "--cwd", garden)
    assert code == 0
    path = garden / ".refrakt" / "catalogues" / "me-garden.json"
    assert out.startswith(f"{path.relative_to(garden)}: 5 runes of @me/garden 1.2.3 (its code ran with")
    assert "bed.odd: the allowed values are found out by code" in err
    written = read(path.read_bytes())
    assert written.problems == ()
    assert written.computed == {"path"}
    assert "noise" not in path.read_text("utf-8")
    assert [each.name for each in path.parent.iterdir()] == ["me-garden.json"]


# Plain Markdoc --------------------------------------------------------------------------------------------------------

SCHEMA = """
class Level { validate() {} }
export default {
  tags: {
    callout: { description: 'A box', attributes: {
      type: { type: String, matches: ['note', 'tip'], default: 'note' },
      level: { type: Level },
    } },
    badge: { selfClosing: true, inline: true, attributes: { primary: { type: 'String', required: true } } },
  },
  nodes: { heading: { attributes: { id: { type: String } } } },
  functions: { upper: { transform: () => '' } },
  variables: { user: { name: 'Ada', tokens: ['secret'] }, flag: false },
};
export const other = { tags: { only: {} } };
"""


@needs_node
def test_a_plain_markdoc_schema_becomes_a_catalogue(tmp_path: Path) -> None:
    project(tmp_path, {"schema/index.mjs": SCHEMA})
    made = export_schema(SchemaModule("schema/index.mjs", "handbook"), tmp_path)
    package = made.catalogue.package
    assert package is not None
    assert package.name == "handbook"
    callout, badge = package.runes["callout"], package.runes["badge"]
    assert callout.attributes == (
        Attribute("type", values=("note", "tip"), default="note"),
        Attribute("level", type=ANY, checked=False),
    )
    assert (callout.about, callout.universal, callout.content) == ("A box", False, None)
    assert (badge.self_closing, badge.inline, badge.attributes[0].required) == (True, True, True)
    assert made.catalogue.functions == ("upper",)
    assert made.catalogue.nodes == {"heading": (Attribute("id"),)}
    # Names only: values may be secrets.
    assert made.catalogue.variables == {"user": {"name": True, "tokens": [True]}, "flag": True}
    assert "secret" not in made.text


@needs_node
def test_a_markdoc_config_names_schemas(tmp_path: Path) -> None:
    entries = [
        {"id": "handbook", "path": "docs", "schema": {"path": "schema.mjs", "type": "esm", "property": "other"}},
        {"id": "old", "path": "old", "schema": {"path": "old.cjs", "type": "node", "watch": True}, "routing": {}},
        {"id": "plain", "path": "plain"},
    ]
    old = "module.exports = { tags: { aside: { attributes: {} } } };"
    config = json.dumps(entries)
    project(tmp_path, {"markdoc.config.json": config, "schema.mjs": SCHEMA, "old.cjs": old})
    ran = refrakt("catalogue", "export", "markdoc.config.json", "--cwd", tmp_path)
    assert (ran.code, len(ran.out.splitlines())) == (0, 2)
    folder = tmp_path / ".refrakt" / "catalogues"
    names = {path.name: list(read(path.read_bytes()).package.runes) for path in folder.iterdir()}  # type: ignore[union-attr]
    assert names == {"handbook.json": ["only"], "old.json": ["aside"]}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[", "cannot be read"),
        ("{}", "must hold a list"),
        ("[7]", "entry 1 must be"),
        ('[{"id": "a", "schema": {"path": "x", "type": "wasm"}}]', "entry 1 has a schema of an unknown type"),
        ("[]", "names no schema"),
    ],
)
def test_a_bad_markdoc_config_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "markdoc.config.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ExportError, match=reason):
        markdoc_config(path)


# Code that misbehaves -------------------------------------------------------------------------------------------------


def misbehaving(folder: Path, code: str) -> Path:
    manifest = '{"name": "bad", "type": "module", "main": "index.js"}'
    return project(folder, {"node_modules/bad/package.json": manifest, "node_modules/bad/index.js": code})


@needs_node
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("export const nothing = 1;", "exports nothing that holds runes"),
        ("throw new Error('on strike')", "its code failed: Error: on strike"),
        ("export default {", "its code failed: SyntaxError"),
        ("process.exit(3)", "its code ended with status 3"),
        ("import 'not-there'", "its code failed: Error"),
        ("export default { runes: new Proxy({}, { ownKeys() { throw 1 } }) }", "its code failed: 1"),
    ],
)
def test_the_reason_of_failing_code_is_reported(tmp_path: Path, code: str, reason: str) -> None:
    with pytest.raises(ExportError, match=f"bad: .*{reason}"):
        export_package("bad", misbehaving(tmp_path, code))


@needs_node
def test_code_that_never_ends_is_stopped_with_all_it_started(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = f"""
    import {{ spawn }} from 'node:child_process';
    import {{ writeFileSync }} from 'node:fs';
    writeFileSync({json.dumps(str(pid))}, String(spawn('sleep', ['600']).pid));
    while (true);
    """
    start = time.monotonic()
    with pytest.raises(ExportError, match="did not finish within 3 seconds"):
        export_package("bad", misbehaving(tmp_path, code), seconds=3)
    assert time.monotonic() - start < 20
    child = int(pid.read_text())
    for _ in range(100):
        if not alive(child):
            break
        time.sleep(0.05)
    assert not alive(child)


def alive(pid: int) -> bool:
    """Whether a process is running; a zombie is not."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@needs_node
@pytest.mark.slow
def test_code_that_takes_all_memory_is_stopped(tmp_path: Path) -> None:
    code = "const all = []; while (true) all.push(new Array(1e5).fill({}));"
    with pytest.raises(ExportError, match="took too much memory"):
        export_package("bad", misbehaving(tmp_path, code))


@needs_node
def test_the_environment_and_the_network_are_out_of_reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    monkeypatch.setenv("NODE_OPTIONS", "--no-warnings")
    code = """
    import { networkInterfaces } from 'node:os';
    const about = JSON.stringify([process.env.SECRET_TOKEN, process.env.NODE_OPTIONS, Object.keys(networkInterfaces())]);
    export default { name: 'bad', runes: { probe: { transform: { attributes: {} }, description: about } } };
    """
    made = export_package("bad", misbehaving(tmp_path, code))
    assert made.catalogue.package is not None
    token, options, interfaces = json.loads(made.catalogue.package.runes["probe"].about)
    assert (token, options) == (None, None)
    assert made.offline == bool(node_process.cutting_the_network(tmp_path))
    if made.offline:
        assert interfaces == []
    assert any("the content models" in note for note in made.notes)


def test_without_node_there_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ExportError, match="Node is not installed"):
        export_package("bad", misbehaving(tmp_path, ""))


@pytest.mark.parametrize("name", ["../up", "/etc", "a b", "", "@x", "a/b/c", "-x;y"])
def test_an_invalid_package_name_is_not_searched(tmp_path: Path, name: str) -> None:
    with pytest.raises(ExportError, match="is not the name of a package"):
        export_package(name, tmp_path)


@needs_node
def test_a_package_that_is_not_installed(tmp_path: Path) -> None:
    ran = refrakt("catalogue", "export", "absent", "--cwd", tmp_path)
    assert ran.code == 2
    assert "absent: it is not installed" in ran.err
    assert not (tmp_path / ".refrakt").exists()


def test_a_catalogue_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    assert target("@me/garden", tmp_path) == tmp_path / ".refrakt" / "catalogues" / "me-garden.json"
    assert target("../../etc/passwd", tmp_path).parent == tmp_path / ".refrakt" / "catalogues"
    path = target("x", tmp_path)
    write_catalogue("one", path, tmp_path)
    write_catalogue("two", path, tmp_path)
    assert path.read_text("utf-8") == "two"
    assert [each.name for each in path.parent.iterdir()] == ["x.json"]
    path.unlink()
    path.mkdir()
    with pytest.raises(ExportError, match="cannot be written"):
        write_catalogue("three", path, tmp_path)
    assert [each.name for each in path.parent.iterdir()] == ["x.json"]


# Real packages --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("Node and npm are not installed")
    folder = tmp_path_factory.mktemp("site")
    (folder / "package.json").write_text('{"name": "site", "private": true}', "utf-8")
    packages = ["@refrakt-md/marketing@0.25.1", "@refrakt-md/docs@0.25.1"]
    quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts", "--loglevel", "error"]
    done = subprocess.run([npm, "install", *quiet, *packages], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"the packages cannot be installed here: {done.stderr.strip()[-200:]}")
    return folder


@pytest.mark.conformance
@pytest.mark.parametrize(("short", "count"), [("marketing", 14), ("docs", 6)])
def test_a_real_package_is_exported(installed: Path, short: str, count: int) -> None:
    made = export_package(f"@refrakt-md/{short}", installed)
    assert made.catalogue.problems == ()
    assert made.notes == ()
    package = made.catalogue.package
    assert package is not None
    assert (package.version, package.short, len(package.runes)) == ("0.25.1", short, count)
    assert package.runes.keys() == bundled(short).runes.keys()


@pytest.mark.conformance
@pytest.mark.parametrize("short", ["marketing", "docs"])
def test_a_real_package_equals_the_bundled_definitions(installed: Path, short: str) -> None:
    """Ours are of version 0.29, so a little is new; everything else must be the same."""
    ours = bundled(short)
    theirs = merge_with_builtin(export_package(f"@refrakt-md/{short}", installed).catalogue, ours)
    assert theirs is not None
    differences = set()
    for name, rune in theirs.runes.items():
        own = ours.runes[name]
        for field in (
            "aliases",
            "category",
            "schema_type",
            "universal",
            "self_closing",
            "inline",
            "internal",
            "parents",
        ):
            if getattr(rune, field) != getattr(own, field):
                differences.add((name, field))
        plain = [{each.name: replace(each, about="", rewrite=None) for each in one.attributes} for one in (rune, own)]
        differences |= {(name, each) for each in plain[0].keys() ^ plain[1].keys()}
        differences |= {(name, each) for each in plain[0].keys() & plain[1].keys() if plain[0][each] != plain[1][each]}
        assert type(rune.content) is type(own.content)
    assert differences <= {("feature", "layout"), ("feature", "collapse-to")}
