/** A server with the limits by default, for attacks on its memory: its parent asks what it holds. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { createServer, resource, tool } from "../../../generated/index.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import type { Holdings } from "./victim.ts";

const echo = tool(
  "echo",
  { input: z.object({ token: z.string() }) },
  (input) => input.token,
);

const hang = tool(
  "hang",
  { input: z.looseObject({}) },
  () => new Promise<string>(() => {}),
);

const tell = tool("tell", { input: z.looseObject({}) }, async (_, context) => {
  for (let told = 1; told <= 20; told++) {
    context.progress(told, 20, "told");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return "told";
});

const big = tool("big", {}, () => "x".repeat(12_000_000));

const server = createServer({
  info: { name: "victim", version: "1.0.0" },
  capabilities: { resources: { subscribe: true } },
  onError() {},
  features: [
    echo,
    hang,
    tell,
    big,
    resource("mem://page", { name: "page" }, () => "text"),
  ],
});

const running = await listen(server, { port: 0, sse: {}, onError() {} });

process.on("message", (message) => {
  if (message === "touch") {
    for (let count = 0; count < 50; count++)
      server.notify.resourceUpdated({ uri: "mem://page" });
  }
  const { sessions, streams, requests, kept } = running.status();
  const holdings: Holdings = {
    status: { sessions, streams, requests },
    kept,
    residentBytes: residentBytes(),
  };
  process.send?.(holdings);
});
/** The most that was ever resident, since the program began: `resourceUsage` tells that of who started it, too. */
function residentBytes(): number {
  const text = readFileSync("/proc/self/status", "utf8");
  return 1024 * Number(/VmHWM:\s*(\d+)/.exec(text)?.[1]);
}

process.send?.(running.port);
