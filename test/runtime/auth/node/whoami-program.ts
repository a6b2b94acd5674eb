// A program at a terminal, as its author writes it: node whoami-program URL FILE
import { createClient } from "../../../../generated/index.ts";
import { oauth } from "../../../../src/runtime/auth/index.ts";
import { fileStore, terminal } from "../../../../src/runtime/auth/node.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";

const [url = "", file = "", calls = "1"] = process.argv.slice(2);

const auth = oauth({
  name: "Who am I",
  login: terminal({ name: "Who am I" }),
  store: fileStore(file),
  allowLoopback: true,
});
const client = createClient({ info: { name: "whoami", version: "1.0.0" } });
await client.connect(httpTransport({ url, auth }));
const answers = await Promise.all(
  Array.from({ length: Number(calls) }, () =>
    client.callTool({ name: "whoami" }),
  ),
);
for (const { content } of answers)
  for (const block of content)
    if (block.type === "text") console.log(block.text);
await client.close();
