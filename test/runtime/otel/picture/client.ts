import { createClient } from "../../../../generated/index.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";
import { otel } from "../../../../src/runtime/otel.ts";
import { telling } from "./telling.ts";

const tell = telling();
const client = createClient({
  info: { name: "desk", version: "1.0.0" },
  interceptors: [otel()],
  handlers: {
    // As long as a person would need who is very quick.
    elicit: async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { action: "accept", content: {} };
    },
  },
});
const [, , url = ""] = process.argv;
await client.connect(httpTransport({ url }), { revisions: ["2025-11-25"] });
await client.callTool({ name: "order" });
await client.close();
tell();
