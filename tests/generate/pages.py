"""Pages as an author would write them, each leaning on a different part of the language. Raw material for mutation."""

from __future__ import annotations

PAGES = [
    """\
---
title: Watering the garden
order: 3
---

# Watering {% #watering .lead %}

Water **early**, before the sun is high; see [the calendar](/calendar "When to water").

{% note type="tip" title="Rain barrels" %}
A barrel of {% $page.litres %} litres lasts {% default($page.days, 3) %} days.

- fill it in *April*
- empty it in `October`
{% /note %}
""",
    """\
{% if $flag %}
You are signed in.
{% else equals($page.role, "guest") /%}
You are a **guest**.
{% else /%}
Nobody knows you.
{% /if %}

Signed, {% mark %}the team{% /mark %} {% .small %}
""",
    """\
{% table %}
* Plant
* Water {% align="right" %}
* Light
---
* Basil
* daily
* ```
  full sun
  ```
---
* Fern {% colspan=2 %}
* shade
{% if $flag %}
---
* Cactus
* hardly ever
* sun
{% else /%}
---
* Nothing
{% /if %}
{% /table %}
""",
    """\
| Tool | Use | Price |
|:-----|:---:|------:|
| rake | leaves \\| twigs | {% $page.price %} |
| hose | `a|b` | {% mark title="x\\|y" %}20{% /mark %} |
| 😀 | **bold** _em_ ~~old~~ | &copy; 3 |

After the table.
""",
    """\
1. First, install it:

   ```sh {% title="Terminal" process=false %}
   pump --install {% not a tag %}
   ```

2. Then start it.
   {% note %}
   Mind the *pressure*.
   {% /note %}
   - check the seal
     > as the manual says
   - check again

10. Done.
""",
    """\
```js {% #sample .wide lines=[1, 2, {from: 3, to: 4}] %}
const v = "{% $page.title %}";
{% if $flag %}
run(v);
{% /if %}
```

~~~
plain {% mark /%} text
~~~
""",
    """\
> Quoted, with a tag:
> {% note title="inside" %}
> and a list
> 1. one
> 2. two
> {% /note %}
lazy line

> > deeper
> - item {% .c %}
>
> end
""",
    """\
{% card title="Two slots" items=["a", "b", 3, null] meta={size: 2, "odd key": $v} %}
Body text.

{% slot "head" %}
## Head
{% /slot %}
{% slot "foot" %}
Foot with {% $list[0] %} and {% $page["a b"].c %}.
{% /slot %}
{% /card %}
""",
    """\
<!-- a remark
over two lines -->
Text <!-- inline --> and more.

{% comment %}
Nothing of this *shows*. {% note %}
{% /comment %}

{% pause seconds=1.5 /%}

Tail\\
broken here\x20\x20
and here.
""",
    """\
See [setup][], [the guide][guide] and ![a picture][pic].
Mail <help@garden.test> or visit <https://garden.test/?a=1&b=2>.

[setup]: /setup "Set up"
[guide]: <https://garden.test/a b>
  'A title
  on two lines'
[PIC]: /p.png
""",
    """\
{% tabs %}
  {% card title="One" %}
    ### Indented

    Text in the first tab.

      - a list
        {% pause /%}
  {% /card %}

  {% card
     title="Two"
     class={wide: true, narrow: $flag}
     items=[
       1,
       2,
     ] %}
    Second.
  {% /card %}
{% /tabs %}
""",
    """\
Emphasis *next to*symbols, **at**“quotes”, _in_word_s, ***both** kinds*, **€**5, *™*x, a**b**c, ~~gone~~.
A line with\ttab, a no\u00a0break space, a \u2028 separator and a form\x0cfeed. 👩‍👩‍👧 *family* 𝒳**y**.
AT&amp;T &lt;b&gt; &#128512; &nope; \\*not em\\* \\{% not a tag %} {% mark %}*x*{% /mark %}**y**
""",
    """\
# Half typed

{% note ty

Some text that {% is not closed

{% card title="open

- item {%
- item {% /

{% /
""",
    """\
* loose

* list

  with paragraph {% #p %}
* {% note %}
  tag in item
  {% /note %}
* {% if $flag %}inline{% /if %} rest
*
* - nested
  1) other

{% note %}

* in tag {% /note %}

## Heading with {% $v %} and `code` {% .a .b #c data-x="1" %} ##
""",
    """\
{% partial file="footer.md" variables={v: 2, name: "x"} /%}
{% note -1 type=null a=true b=false c=-0.5 d="\\"q\\" \\\\ \\n" e=[[], {}] f=@page.title /%}
{% debug($v) %} {% equals(1, 1) %} {% upper(value="x", 2) %}

---

***

Setext?
===

Also?
---
""",
]
