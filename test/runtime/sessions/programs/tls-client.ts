/** A client, as a process of its own: only its environment says which certificates it trusts. */
import { createClient } from "../../../../generated/index.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";

const [, , url = ""] = process.argv;
const client = createClient({ info: { name: "secure", version: "1.0.0" } });
await client.connect(httpTransport({ url }));
const over = new AbortController();
const steps: number[] = [];
const held = client.callTool(
  { name: "hold", arguments: { token: "client" } },
  {
    signal: over.signal,
    onProgress({ progress }) {
      steps.push(progress);
      // It is heard although the answer never ends by itself.
      over.abort();
    },
  },
);
const ended = await held.catch((error: Error) => error.name);
const { content } = await client.callTool({
  name: "echo",
  arguments: { token: "after" },
});
const said = content.map((one) => ("text" in one ? one.text : one.type));
const status = await fetch(url).then((answer) => answer.status);
console.log(JSON.stringify({ steps, ended, said, status }));
await client.close();
