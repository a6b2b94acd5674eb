import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exchange, type Exchange, type Message } from "../../lab/load/http.ts";
import { waiting } from "../../lab/load/waiting.ts";
import type { Ran } from "./support/ledger.ts";
import { isInstalled, startCaddy, startNginx } from "./support/proxies.ts";
import { startStage, type Stage } from "./support/stage.ts";

const revision = "2026-07-28";
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Calls a tool, as a request that stands alone. */
function call(
  url: URL,
  name: string,
  input: object,
  onMessage: (message: Message) => void = () => {},
): Exchange {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientCapabilities": {},
    progressToken: 1,
  };
  const params = { name, arguments: input, _meta };
  return exchange({
    url,
    agent,
    method: "POST",
    headers: {
      "mcp-protocol-version": revision,
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    onMessage,
  });
}

describe.each([
  ["nginx", startNginx],
  ["caddy", startCaddy],
] as const)("behind %s, round-robin", (program, proxy) => {
  const isHere = isInstalled(program);
  const run = test.skipIf(!isHere);
  let stage: Stage;
  beforeAll(async () => {
    // No client comes back to where it was: who closes can leave at once.
    const http = { sessions: false } as const;
    if (isHere) stage = await startStage({ count: 4, proxy, http });
  });
  afterAll(() => stage?.close());
  const ranOf = (token: string): Ran[] =>
    stage.ran().filter((ran) => ran.token === token);

  run("calls go to all processes", async () => {
    for (let at = 0; at < 8; at++) {
      const { began, over } = call(stage.url, "echo", { token: "each" });
      expect((await began).status).toBe(200);
      await over;
    }
    const ran = ranOf("each").map(({ process: name }) => name);
    const all = stage.places.flatMap(({ name }) => [name, name]);
    expect(ran.toSorted()).toEqual(all.toSorted());
  });

  run(
    "a stream comes as it is written, and who leaves it is heard of",
    async () => {
      const heard = waiting();
      let told = 0;
      const { cut } = call(stage.url, "hold", { token: "left" }, () => {
        told++;
        heard.tell();
      });
      // It never ends by itself: what is held back is never read.
      await heard.until(() => told > 0);
      cut();
      await expect
        .poll(() => ranOf("left").map(({ what }) => what))
        .toEqual(["started", "aborted"]);
    },
  );

  run(
    "a process that closes is passed over, while its call goes on",
    async () => {
      const { places, url } = stage;
      const answers: Message[] = [];
      const hear = (message: Message): void => {
        if (message.result !== undefined) answers.push(message);
      };
      const last = call(
        url,
        "slow",
        { token: "last", steps: 8, gap: 250 },
        hear,
      );
      expect((await last.began).status).toBe(200);
      const [ran] = ranOf("last");
      const leaves = places.find(({ name }) => name === ran?.process);
      const closed = leaves?.close();
      const others: number[] = [];
      while (answers.length === 0) {
        const { began, over } = call(url, "echo", { token: "meanwhile" });
        others.push((await began).status);
        await over;
      }
      expect(await last.over).toBe("whole");
      expect(others.length).toBeGreaterThan(2);
      expect(new Set(others)).toEqual(new Set([200]));
      expect(await closed).toBe(0);
      await leaves?.start();
    },
  );

  run(
    "a call whose process dies is sent to no other, and all others are answered",
    async () => {
      const { places, url } = stage;
      const answers: Message[] = [];
      const input = { token: "lost", steps: 2, gap: 60_000 };
      const lost = call(url, "slow", input, (message) => {
        if (message.method === undefined) answers.push(message);
      });
      expect((await lost.began).status).toBe(200);
      const [ran] = ranOf("lost");
      const died = places.find(({ name }) => name === ran?.process);
      await died?.kill();
      // Caddy ends such a stream as if it were whole: its client misses the answer.
      expect(await lost.over).toBe(program === "nginx" ? "cut" : "whole");
      expect(answers).toEqual([]);
      for (let at = 0; at < 8; at++) {
        const { began, over } = call(url, "echo", { token: "other" });
        expect((await began).status).toBe(200);
        await over;
      }
      expect(ranOf("other")).toHaveLength(8);
      expect(ranOf("lost")).toEqual([ran]);
      await died?.start();
    },
  );
});
