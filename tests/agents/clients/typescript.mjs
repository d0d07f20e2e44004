// The client of the TypeScript SDK, doing what an agent does: look around, read, check a page, make a mistake.
// Arguments: the folder of the project, then the command that starts the server. Prints what it saw as JSON.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [cwd, command, ...args] = process.argv.slice(2);
const client = new Client({ name: "refrakt-test", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command, args, cwd, env: process.env }));

const observed = {
  server: client.getServerVersion(),
  instructions: client.getInstructions(),
  tools: (await client.listTools()).tools.map((tool) => tool.name),
  resources: (await client.listResources()).resources.map((resource) => resource.uri),
  templates: (await client.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate),
  prompts: (await client.listPrompts()).prompts.map((prompt) => prompt.name),
  checked: await client.callTool({ name: "refrakt.validate_content", arguments: { markdown: "{% hnit /%}\n" } }),
  failed: await client.callTool({ name: "refrakt.detekt", arguments: {} }),
  detected: JSON.parse((await client.readResource({ uri: "refrakt://detect" })).contents[0].text),
};
await client.close();
process.stdout.write(JSON.stringify(observed));
