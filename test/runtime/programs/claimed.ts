import "../../../src/runtime/claim-stdout.ts";
import { buildServer } from "../../../src/runtime/server/create-server.ts";
import { serveStdio } from "../../../src/runtime/serve-stdio.ts";
import { createPeer, handshake } from "../table.ts";
import { info } from "./noisy.ts";

/** A server that claims standard output before anything can print. */

console.log("in between");
await serveStdio(buildServer([{ table: handshake }], { info }, createPeer));
console.log("served");
