"""The ways in which frameworks find a schema."""

# ruff: noqa: E501 (one source per line)
from __future__ import annotations

from refrakt.runes.javascript import (
    UNKNOWN,
    SiteSchema,
    package_call_arguments,
    read_config_schema,
    read_keystatic_schema,
    read_next_schema,
    read_property_schema,
    read_transform_calls,
)

from .project_files import graph_of, summary


def config_schema(source: str, **files: str) -> SiteSchema:
    return read_config_schema(graph_of({"markdoc.config.mjs": source, **files}), "markdoc.config.mjs")


def test_next_config_replaces_tags_and_nodes() -> None:
    files = {"markdoc/tags.js": "export default { a: {} }", "markdoc/nodes.js": "export const heading = {}"}
    graph = graph_of({**files, "markdoc/config.js": "export default { tags: { b: {} }, variables: { v: 1 } }"})
    schema = read_next_schema(graph, "./markdoc")
    assert (summary(schema), list(schema.nodes), schema.variables) == ("b()", ["heading"], {"v": 1})


def test_next_folders_of_tags() -> None:
    files = {
        "src/markdoc/tags/index.ts": "export * from './a.markdoc';",
        "src/markdoc/tags/a.markdoc.ts": "export const a = {}",
    }
    schema = read_next_schema(
        graph_of({**files, "src/markdoc/functions.ts": "export const upper = {}"}), "./src/markdoc"
    )
    assert (summary(schema), list(schema.functions)) == ("a()", ["upper"])


def test_a_missing_schema_folder_defines_nothing() -> None:
    schema = read_next_schema(graph_of({}), "markdoc")
    assert (summary(schema), schema.open, schema.open_nodes) == ("", None, None)


def test_an_unknown_next_config_opens_everything() -> None:
    files = {"markdoc/tags.js": "export default { a: {} }", "markdoc/config.js": "export default require('package')"}
    schema = read_next_schema(graph_of(files), "markdoc")
    assert None not in (schema.open, schema.open_nodes, schema.open_functions)


def test_astro_config() -> None:
    schema = config_schema("""
        import { defineMarkdocConfig, component, nodes } from '@astrojs/markdoc/config';
        import shiki from '@astrojs/markdoc/shiki';
        export default defineMarkdocConfig({
            extends: [shiki({ theme: 'x' })],
            tags: { aside: { render: component('./src/Aside.astro'), attributes: { type: { type: String } } } },
            nodes: { heading: { ...nodes.heading, render: component('pkg', 'Heading') } },
            functions: { upper: { transform() {} } },
            variables: { env: 'x', now: Date.now() },
            partials: { 'a.md': 1 },
        });
    """)
    assert (summary(schema), schema.tags["aside"].component) == ("aside(type)", "Aside")
    assert {name: [each.name for each in node.attributes] for name, node in schema.nodes.items()} == {
        "fence": ["content", "language", "process"],
        "heading": ["id", "level"],
    }
    assert schema.nodes["heading"].component == "Heading"
    assert (list(schema.functions), list(schema.partials)) == (["upper"], ["a.md"])
    assert schema.variables == {"env": "x", "now": UNKNOWN}


def test_starlight_preset() -> None:
    schema = config_schema("""
        import { defineMarkdocConfig } from '@astrojs/markdoc/config';
        import starlight from '@astrojs/starlight-markdoc';
        export default defineMarkdocConfig({ extends: [starlight()], tags: { own: {} } });
    """)
    assert len(schema.tags) == 13
    assert schema.open is None
    assert [each.name for each in schema.tags["aside"].attributes] == ["icon", "title", "type"]


def test_an_unknown_preset_opens_the_config() -> None:
    schema = config_schema("import x from 'x'; export default { extends: [x()], tags: { a: {} } }")
    assert summary(schema) == "a() …"
    assert schema.open_nodes is not None


def test_no_default_export_opens_the_config() -> None:
    assert config_schema("export const tags = {}").open is not None


def test_a_property_of_a_module() -> None:
    graph = graph_of({"lib/schema.js": "module.exports = { config: { tags: { a: {} } }, tags: { b: {} } }"})
    assert summary(read_property_schema(graph, "lib/schema.js", "config")) == "a()"
    assert summary(read_property_schema(graph, "./lib/schema")) == "b()"
    assert read_property_schema(graph, "lib/schema.js", "none").open is not None
    assert read_property_schema(graph, "lib/none.js").open is not None


def transform_schema(*sources: str) -> SiteSchema:
    files = {f"app/m{number}.tsx": source for number, source in enumerate(sources)}
    return read_transform_calls(graph_of(files), list(files))


def test_transform_calls_see_the_locals_around_them() -> None:
    schema = transform_schema("""
        import Markdoc from '@markdoc/markdoc';
        const shared = { tags: { a: {} } };
        export async function Page({ params }) {
            const source = await load(params);
            const config = { ...shared, variables: { params } };
            config.tags.b = {};
            if (!source) { return null; }
            const content = Markdoc.transform(Markdoc.parse(source), config);
            return <main>{Markdoc.renderers.react(content, React)}</main>;
        }
    """)
    assert summary(schema) == "a() b()"
    assert schema.variables == {"params": UNKNOWN}


def test_several_transform_calls_are_a_union() -> None:
    one = "import { transform as t } from '@markdoc/markdoc'; t(x, { tags: { a: {} } })"
    two = "const Markdoc = require('@markdoc/markdoc'); Markdoc.validate(x, { tags: { b: {} } }); Markdoc.transform(x)"
    assert summary(transform_schema(one, two)) == "a() b()"


def test_an_expensive_tool_does_not_keep_the_code_of_the_pages_from_being_read() -> None:
    tool = "import M from '@markdoc/markdoc'; let n = 0; while (n < 1e9) { n = n + 1 } M.validate(x, { tags: { a: { render: n } } })"
    page = "import M from '@markdoc/markdoc'; M.transform(x, { tags: { box: { attributes: { size: { type: Number } } } } })"
    files = {"scripts/check.js": tool, "app/page.js": page, "lib/other.js": tool}
    assert summary(read_transform_calls(graph_of(files), list(files))) == "box(size? …) …"


def test_a_config_that_is_a_parameter_opens_the_schema() -> None:
    source = "import M from '@markdoc/markdoc'; export const f = (ast, config) => M.transform(ast, config); M.transform(1, { tags: { a: {} } })"
    assert summary(transform_schema(source)) == "a(…) …"


def test_other_functions_called_transform_are_ignored() -> None:
    source = "import { transform } from 'other'; // @markdoc/markdoc\ntransform(x, { tags: { a: {} } })"
    assert summary(transform_schema(source)) == ""


def test_keystatic_components() -> None:
    source = """
        import { config, collection, fields } from '@keystatic/core';
        import { block, wrapper, inline } from '@keystatic/core/content-components';
        const components = {
            Video: block({ label: 'Video', schema: { url: fields.url({ label: 'URL' }), size: fields.integer({}) } }),
            Tip: wrapper({ label: 'Tip', schema: { kind: fields.select({ options: [{ value: 'a' }, { value: 'b' }] }) } }),
        };
        export default config({ collections: {
            posts: collection({ schema: { title: fields.slug({ name: {} }), body: fields.markdoc({ components }) } }),
            pages: collection({ schema: { body: fields.markdoc({ components: { Icon: inline({ schema: {} }) } }) } }),
        } });
    """
    schema = read_keystatic_schema(graph_of({"keystatic.config.tsx": source}), "keystatic.config.tsx")
    assert summary(schema) == "Video(url size) Tip(kind!) Icon()"
    assert [tag.self_closing for tag in schema.tags.values()] == [True, False, True]
    assert schema.tags["Tip"].attributes[0].values == ("a", "b")
    assert schema.tags["Tip"].location is not None


def test_keystatic_in_a_markdoc_config() -> None:
    source = """
        import { fields } from '@keystatic/core';
        import { block } from '@keystatic/core/content-components';
        export default fields.markdoc.createMarkdocConfig({ components: { A: block({ schema: { x: fields.text({}) } }) } });
    """
    assert summary(config_schema(source)) == "A(x)"


def test_arguments_of_a_plugin() -> None:
    source = """
        const withMarkdoc = require('@markdoc/next.js');
        const path = './src/' + 'markdoc';
        module.exports = withMarkdoc({ schemaPath: path })({ reactStrictMode: true });
    """
    graph = graph_of({"next.config.js": source})
    (options,) = package_call_arguments(graph, "next.config.js", "@markdoc/next.js")
    assert graph.json_of(options) == {"schemaPath": "./src/markdoc"}
    assert graph.json_of(graph.default_export("next.config.js")) == {"reactStrictMode": True}


def test_functions_of_a_config_are_evaluated() -> None:
    source = """
        const rules = require('./redirects');
        export default { basePath: '/docs', async redirects() { const more = await Promise.resolve(rules); return [...more, { source: '/b' }] } };
    """
    graph = graph_of(
        {"next.config.mjs": source, "redirects.js": "module.exports = ['/a'].map((source) => ({ source }))"}
    )
    config = graph.default_export("next.config.mjs")
    assert graph.json_of(graph.member(config, "basePath")) == "/docs"
    assert graph.json_of(graph.call(graph.member(config, "redirects"))) == [{"source": "/a"}, {"source": "/b"}]
    assert graph.json_of(graph.call(graph.member(config, "rewrites"))) is UNKNOWN
