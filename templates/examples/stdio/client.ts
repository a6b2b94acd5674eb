// Starts the program beside it, and uses all that it offers.
import { createClient } from "@mcp-gen/runtime";
import { spawnStdio } from "@mcp-gen/runtime/spawn-stdio";

const client = createClient({
  info: { name: "notes-client", version: "1.0.0" },
  handlers: {
    // A real client shows the person a form.
    elicit: ({ message }) => {
      console.log(`The server asks: ${message} We say yes.`);
      return { action: "accept", content: { sure: true } };
    },
  },
});

// Run as this program is: as TypeScript, or as the JavaScript that it was built to.
const program = import.meta.filename.replace(/client(\.\w+)$/, "stdio$1");
const args = [...process.execArgv, program];
await client.connect(spawnStdio({ command: process.execPath, args }));
console.log(`${client.serverInfo?.name} speaks ${client.protocolVersion}`);

for await (const { name, description } of client.allTools())
  console.log(`Tool ${name}: ${description}`);

const changes = await client.listen({ resourcesListChanged: true });
const written = await client.callTool({
  name: "write_note",
  arguments: { name: "garden", text: "Water the tomatoes" },
});
console.log("Written:", JSON.stringify(written.structuredContent));

for await (const { method } of changes) {
  console.log(`Told: ${method}`);
  break;
}
await changes.close();

for await (const { uri } of client.allResources()) {
  const { contents } = await client.readResource({ uri });
  for (const content of contents)
    if ("text" in content) console.log(`${uri}: ${content.text}`);
}

const deleted = await client.callTool({
  name: "delete_note",
  arguments: { name: "shopping" },
});
for (const block of deleted.content)
  if (block.type === "text") console.log(block.text);

const { messages } = await client.getPrompt({
  name: "tidy_up",
  arguments: { name: "garden" },
});
for (const { role, content } of messages)
  if (content.type === "text") console.log(`Prompt, ${role}: ${content.text}`);

await client.close();
