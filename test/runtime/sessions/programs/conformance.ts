/** The server of the official conformance suite, as one process of a cluster. */
import { authorizeFixture } from "../../../conformance/server/authorization.ts";
import { createFixture } from "../../../conformance/server/server.ts";
import { listen } from "../../../../src/runtime/http-node.ts";
import type { Setup } from "./setup.ts";
import { share } from "./share.ts";

const [, , text = ""] = process.argv;
// What the test has written.
const setup = JSON.parse(text) as Setup;
const { port, http } = setup;

const onError = ({ message }: Error): void => console.error(message);
const { tasks: store, requestState, ...shared } = await share(setup, onError);
const server = createFixture({
  onError,
  store,
  ...(requestState && { requestState }),
});
const running = await listen(server, {
  ...{ port, onError, authorize: authorizeFixture(urlOf(port), {}) },
  ...shared.http,
  ...http,
});

function urlOf(own: number): string {
  return `http://127.0.0.1:${own}/mcp`;
}

async function close(): Promise<void> {
  await running.close();
  await server.tasks.close();
  await shared.close();
  process.disconnect?.();
}

process.once("SIGTERM", () => void close());
// Its parent is gone without a word.
process.once("disconnect", () => process.exit());
process.send?.(running.url);
