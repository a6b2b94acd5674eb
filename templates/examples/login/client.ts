// A terminal program whose user logs in with the browser: once, until they sign out.
import { homedir } from "node:os";
import { join } from "node:path";
import { createClient } from "@mcp-gen/runtime";
import { oauth } from "@mcp-gen/runtime/auth";
import { fileStore, terminal } from "@mcp-gen/runtime/auth/node";
import { httpTransport } from "@mcp-gen/runtime/http-client";

const [url = "http://127.0.0.1:3000/mcp", text = "Call Bob"] =
  process.argv.slice(2);

const auth = oauth({
  name: "Notes", // how this program is called where it registers
  login: terminal({ name: "Notes" }), // opens the browser, and waits
  store: fileStore(join(homedir(), ".notes-example", "tokens.json")),
  allowLoopback: true, // http: on this machine alone
});

if (text === "--sign-out") {
  await auth.signOut(url);
  console.log("Signed out.");
} else {
  const client = createClient({ info: { name: "notes", version: "1.0.0" } });
  await client.connect(httpTransport({ url, auth }));
  // Reading is what the login was for; writing asks the person for more.
  const added = await client.callTool({
    name: "add_note",
    arguments: { text },
  });
  const listed = await client.callTool({ name: "list_notes" });
  for (const block of [...added.content, ...listed.content])
    if (block.type === "text") console.log(block.text);
  await client.close();
}
