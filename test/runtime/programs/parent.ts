import { spawnStdio } from "../../../src/runtime/spawn-stdio.ts";
import { raise, watchSignals } from "../../../src/runtime/stdio/signals.ts";

/**
 * Starts a server, tells its id on standard output, and closes it at once, or
 * lets it run; then does nothing that would keep this process. What it makes of
 * SIGINT is one of: nothing of its own; "listen", until the second, and then it
 * closes; "raise", as a server does.
 */
const { args, close, onSigint, interrupts } = JSON.parse(
  process.argv[2] ?? "{}",
);
const transport = spawnStdio({
  command: process.execPath,
  args,
  grace: 300,
  ...(interrupts && { interrupts }),
});
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
if (onSigint === "listen") {
  // One that listens anew after each would lose what comes meanwhile.
  await new Promise<void>((resolve) => {
    const times = ["first", "second"];
    process.on("SIGINT", function listener() {
      console.log(`the ${times.shift()} SIGINT`);
      if (times.length > 0) return;
      process.off("SIGINT", listener);
      resolve();
    });
  });
  await transport.close();
  console.log("listeners left:", process.listenerCount("SIGINT"));
}
if (onSigint === "raise") {
  const watch = watchSignals(() => {
    watch.stop();
    raise("SIGINT");
  });
}
