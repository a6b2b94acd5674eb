import { createServer } from "../../../../generated/index.ts";
import { createHttpHandler } from "../../../../src/runtime/http.ts";
import { playRounds } from "./client-rounds.ts";
import { buildRequest, readEcho } from "./web-request.ts";

const handle = createHttpHandler(
  createServer({
    info: { name: "echo", version: "1.0.0" },
    handlers: {
      callTool: ({ arguments: args }) => ({
        content: [{ type: "text", text: String(args?.["text"]) }],
      }),
    },
  }),
);

playRounds({
  call: async () => readEcho(await handle(buildRequest())),
  close: () => handle.close(),
});
