// Two clients of one server: Ann hears of it when Ben posts.
import { createClient } from "@mcp-gen/runtime";
import { httpTransport } from "@mcp-gen/runtime/http-client";

const url = process.argv[2] ?? "http://127.0.0.1:3000/mcp";

async function connected(name: string) {
  const client = createClient({ info: { name, version: "1.0.0" } });
  await client.connect(httpTransport({ url }));
  console.log(`${name} is connected, and speaks ${client.protocolVersion}`);
  return client;
}

const ann = await connected("Ann");
const ben = await connected("Ben");

const changes = await ann.listen({ resourceSubscriptions: ["board://posts"] });

await ben.callTool({
  name: "post",
  arguments: { author: "Ben", text: "Lunch at noon?" },
});

for await (const { method } of changes) {
  console.log(`Ann hears: ${method}`);
  break;
}
await changes.close();
const { contents } = await ann.readResource({ uri: "board://posts" });
for (const content of contents)
  if ("text" in content) console.log(`Ann reads: ${content.text}`);

const { content } = await ben.callTool(
  { name: "countdown" },
  { onProgress: ({ message }) => console.log(`Ben hears: ${message}`) },
);
for (const block of content)
  if (block.type === "text") console.log(`Ben gets: ${block.text}`);

await Promise.all([ann.close(), ben.close()]);
