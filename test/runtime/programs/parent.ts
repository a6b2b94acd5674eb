import { spawnStdio } from "../../../src/runtime/spawn-stdio.ts";

/**
 * Starts a server, tells its id on standard output, and closes it at once, or
 * lets it run; then does nothing that would keep this process.
 */
const { args, close } = JSON.parse(process.argv[2] ?? "{}");
const transport = spawnStdio({ command: process.execPath, args, grace: 300 });
transport.start({
  message: () => console.log("answered"),
  unreadable() {},
  ended() {},
  closed: () => console.log("closed"),
});
transport.send({
  jsonrpc: "2.0",
  id: "init",
  method: "initialize",
  params: { protocolVersion: "x", capabilities: {}, clientInfo: {} },
} as never);
if (close) await transport.close();
