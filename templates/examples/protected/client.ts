// A stranger, and a program that is known by a secret: what each of them gets.
import { createClient } from "@mcp-gen/runtime";
import { clientCredentials, oauth } from "@mcp-gen/runtime/auth";
import { HttpError, httpTransport } from "@mcp-gen/runtime/http-client";

const url = process.argv[2] ?? "http://127.0.0.1:3000/mcp";

const refused = await fetch(url, { method: "POST" });
console.log(`A stranger gets ${refused.status}, and is told where to log in:`);
console.log(`  ${refused.headers.get("www-authenticate")}`);

const auth = oauth({
  machine: clientCredentials(),
  client: {
    id: "nightly",
    secret: process.env["CLIENT_SECRET"] ?? "for-trying-only",
  },
  allowLoopback: true, // http: on this machine alone
});
const client = createClient({ info: { name: "nightly", version: "1.0.0" } });
await client.connect(httpTransport({ url, auth }));

const { content } = await client.callTool({ name: "list_notes" });
for (const block of content)
  if (block.type === "text") console.log(`A program reads. ${block.text}`);

try {
  const note = { text: "Written at night" };
  await client.callTool({ name: "add_note", arguments: note });
} catch (error) {
  if (!(error instanceof HttpError)) throw error;
  console.log(`It may not write: it gets ${error.status}, and is told why:`);
  console.log(`  ${error.challenge}`);
}
await client.close();
