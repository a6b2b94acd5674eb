import type { Authorize, HttpRequest } from "../../../src/runtime/http.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { authorizeFixture } from "./authorization.ts";
import { createFixture } from "./server.ts";

// Started by a process that talks to it, it ends with that one.
process.once("disconnect", () => process.exit());

// What it is called is known once it listens, before anybody can ask.
let guard: Authorize | undefined;
const known = (): Authorize => {
  if (guard) return guard;
  throw new Error("it does not listen yet");
};
const authorize = Object.assign(
  (request: HttpRequest): ReturnType<Authorize> => known()(request),
  { answer: (request: HttpRequest) => known().answer?.(request) },
);

// On the given port, or any free one.
const port = Number(process.argv[2] ?? 0);
const { url } = await listen(createFixture(), { port, authorize });
guard = authorizeFixture(url, {
  issuer: process.env["MCP_CONFORMANCE_AUTH_ISSUER"],
  resource: process.env["MCP_CONFORMANCE_AUTH_AUDIENCE"],
});
console.log(url);
