// What the suite starts for each scenario, with the address of its server.
import { writeSync } from "node:fs";
import { httpTransport } from "../../../src/runtime/http-client.ts";
import { createFixtureClient } from "./client.ts";
import { findScenario } from "./scenarios.ts";

// The suite keeps what its clients print, and forgets how they ended. One that it
// has to stop says nothing.
process.once("exit", (code) => writeSync(process.stdout.fd, `exit ${code}\n`));

// Nor does a client outlive a suite that is gone.
setTimeout(() => process.exit(1), 75_000).unref();

const {
  MCP_CONFORMANCE_SCENARIO: name = "",
  MCP_CONFORMANCE_CONTEXT: context = "{}",
} = process.env;
const [url = ""] = process.argv.slice(2);

const client = createFixtureClient();
const play = findScenario(name);
// The suite's servers drop a connection that was idle for five seconds: while it
// starts forty clients, that may be just when one of them goes on.
const headers = { connection: "close" };
await client.connect(httpTransport({ url, headers }));
await play(client, JSON.parse(context));
await client.close();
