"""A plugin for tests: active where there is a folder `garden`, with most of what the plugin API allows."""

NAME = "refrakt-garden"
CODE = """
import json, sys, time
from pydantic import BaseModel, ConfigDict

class Seed(BaseModel):
    model_config = ConfigDict(extra="forbid")
    bed: str
    count: int | None = None

class Beds(BaseModel):
    beds: list[str]
    note: str | None = None

def detect(root, config):
    folder = root / "garden"
    return {"dir": str(folder)} if folder.is_dir() else None

def dig(arguments, context):
    (context.cwd / "garden").mkdir(exist_ok=True)
    return {"dug": True}

def beds(context):
    return sorted(each.stem for each in (context.cwd / "garden").glob("*.md"))

def sow(arguments, context):
    (context.cwd / "garden" / f"{arguments.bed}.md").write_text(f"# {arguments.bed}\\n")
    return Beds(beds=beds(context))

def refuse(arguments, context):
    raise RefraktError("BED_TAKEN", "that bed is taken", "Choose another bed.", data={"bed": "a"})

def harvest(argv):
    print(json.dumps(argv))

def burn(argv):
    print("to standard output")
    sys.exit(3)

def wait(arguments, context):
    time.sleep(30)

def index(values, context):
    return ResourceContent(json.dumps({"beds": beds(context), **values}))

def bed(values, context):
    if values["name"] not in beds(context):
        raise RefraktError("RESOURCE_NOT_FOUND", "no such bed", "refrakt://garden/index lists them.")
    return ResourceContent(context.files.read(context.cwd / "garden" / (values["name"] + ".md")).text, "text/markdown")

def close(name, typed, arguments, context):
    return [each for each in beds(context) if each.startswith(typed)]

def shout(arguments, context):
    print("printed")
    raise ValueError("secret of a page")

nothing = lambda argv: None
plugin = CliPlugin(
    "garden",
    [
        Command("dig", "Make a garden.", nothing, mcp_handler=dig, everywhere=True, idempotent=True),
        Command("sow", "Sow a bed.", nothing, input_model=Seed, output_model=Beds, mcp_handler=sow, aliases=("garden.plant",)),
        Command("list-beds", "List the beds.", nothing, mcp_handler=lambda arguments, context: beds(context), read_only=True),
        Command("refuse", "Fail.", nothing, mcp_handler=refuse, read_only=True),
        Command("shout", "Break.", nothing, mcp_handler=shout, read_only=True),
        Command("smell", "Say something.", nothing, mcp_handler=lambda arguments, context: "roses", read_only=True),
        Command("harvest", "Take words.", harvest),
        Command("burn", "End the process.", burn, destructive=True),
        Command("wait", "Take too long.", nothing, mcp_handler=wait, timeout=0.1),
        Command("serve", "Only for shells.", nothing, expose=False),
    ],
    "Beds and what grows in them",
    detector=detect,
    missing=RefraktError("PLAN_DIR_MISSING", "there is no garden", "Call garden.dig first."),
    watches=("garden",),
    resources=[
        Resource("refrakt://garden/index", "beds", "All beds.", index, files=lambda context: [context.cwd / "garden"]),
        Resource(
            "refrakt://garden/bed/{name}", "bed", "One bed.", bed, "text/markdown", close,
            lambda context: [context.cwd / "garden"],
        ),
    ],
    prompts=[
        Prompt("water", "Water a bed.", lambda arguments, context: f"Water {arguments['bed']}.",
               (PromptArgument("bed", "Which.", required=True),), close),
    ],
    instructions="Sow with `garden.sow`.",
)
"""
