// What the suite starts for each scenario, with the address of its server. Which
// scenario it is nobody reads: a client does with any server what it does with all.
import { writeSync } from "node:fs";
import {
  httpTransport,
  type FetchLike,
} from "../../../src/runtime/http-client.ts";
import { createFixtureClient } from "./client.ts";
import { authOf } from "./credentials.ts";
import { Given } from "./given.ts";
import { reasonOf } from "./reason.ts";
import { useServer } from "./use.ts";

// The suite keeps what its clients print, and forgets how they ended. One that it
// has to stop says nothing.
let reason = "";
process.once("exit", (code) =>
  writeSync(process.stdout.fd, `exit ${code} ${reason}\n`),
);

// Nor does a client outlive a suite that is gone.
setTimeout(() => process.exit(1), 75_000).unref();

const given = new Given(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}");
const [url = ""] = process.argv.slice(2);

// The suite's servers drop a connection that was idle for five seconds: while it
// starts forty clients, that may be just when one of them goes on.
const fetchOnce: FetchLike = (target, init) => {
  const headers = new Headers(init.headers);
  headers.set("connection", "close");
  return fetch(target, { ...init, headers });
};

const client = createFixtureClient();
const auth = authOf(given, fetchOnce);
try {
  await client.connect(httpTransport({ url, auth, fetch: fetchOnce }));
  await useServer(client, given);
  await client.close();
} catch (error) {
  reason = reasonOf(error);
  console.error(error);
  process.exit(1);
}
