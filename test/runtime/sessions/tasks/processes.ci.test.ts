import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readRan, type Ran } from "../support/ledger.ts";
import { startProcesses, type Place } from "../support/processes.ts";
import { program, type Program } from "../support/program.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
} from "../support/redis.ts";
import { modernClient, sessionClient, type Fields } from "./client.ts";
import { patient } from "../../wait.ts";

const what = `tasks of three processes${redisMissing ? ` (${redisMissing})` : ""}`;

const lost = {
  code: -32603,
  message: "The server process ended before the task did",
};

let count = 0;
const newToken = (): string => `token${++count}`;

const textOf = ({ content }: Fields): unknown =>
  (content as [{ text: unknown }])[0].text;

describe.skipIf(redisMissing)(what, () => {
  let redis: RedisServer;
  let server: Program;
  let folder = "";
  let places: Place[] = [];

  beforeAll(async () => {
    [redis, server] = await Promise.all([
      startRedis({ isDurable: true }),
      program("task-server"),
    ]);
    folder = mkdtempSync(join(tmpdir(), "mcp-gen-tasks-"));
    writeFileSync(join(folder, "ledger"), "");
    places = await startProcesses(3, {
      file: server.file,
      folder,
      ledger: join(folder, "ledger"),
      redis: { url: redis.url, prefix: "tasks" },
    });
  });
  afterAll(async () => {
    await Promise.all(places.map((place) => place.kill()));
    await redis.remove();
    server.remove();
    rmSync(folder, { recursive: true });
  });

  const at = (index: number): Place => {
    const place = places[index];
    if (!place) throw new Error("there are three");
    return place;
  };
  const urls = (): [string, string, string] => [
    at(0).url,
    at(1).url,
    at(2).url,
  ];
  const ran = (token: string): Pick<Ran, "what" | "process">[] =>
    readRan(join(folder, "ledger"))
      .filter((one) => one.token === token)
      .map((one) => ({ what: one.what, process: one.process }));

  test("are answered by key at another process, and told where a third listens", async () => {
    const [first, second, third] = urls();
    const client = modernClient();
    const token = newToken();
    const { taskId } = await client.begin(first, "ask", token);
    const asking = await client.until(second, taskId, "input_required");
    expect(asking["inputRequests"]).toHaveProperty("answer");
    const events = await client.open(third, "subscriptions/listen", {
      notifications: { taskIds: [taskId] },
    });
    await events.message();
    const asks = await events.message();
    const statuses = [(asks["params"] as Fields)["status"]];
    const answer = { action: "accept", content: { answer: "yes" } };
    await client.ask(second, "tasks/update", {
      taskId,
      inputResponses: { answer },
    });
    while (statuses.at(-1) !== "completed") {
      const { params } = await events.message();
      statuses.push((params as Fields)["status"]);
    }
    // None is skipped, however fast the next one comes.
    expect(statuses).toEqual(["input_required", "working", "completed"]);
    await events.cut();
    const { result } = await client.ask(first, "tasks/get", { taskId });
    expect(textOf(result as Fields)).toBe(`${token} yes`);
    expect(ran(token)).toEqual([{ what: "started", process: at(0).name }]);
  });

  test("ask in the answer of another process, and take what is answered at a third", async () => {
    const [first, second, third] = urls();
    const client = await sessionClient(first);
    const token = newToken();
    const { taskId } = await client.begin(first, "ask", token);
    const events = await client.open(second, "tasks/result", { taskId });
    const asked = await events.message();
    expect(asked).toMatchObject({
      method: "elicitation/create",
      params: { message: token },
    });
    expect(await client.ask(third, "tasks/list")).toMatchObject({
      tasks: [{ taskId, status: "input_required" }],
    });
    const result = { action: "accept", content: { answer: "no" } };
    const { id } = asked;
    expect(await client.tell(third, { jsonrpc: "2.0", id, result })).toBe(202);
    const answer = await events.message();
    expect(textOf(answer["result"] as Fields)).toBe(`${token} no`);
  });

  test.each(["in a session", "without one"])(
    "are cancelled at another process, %s",
    async (era) => {
      const [first, second, third] = urls();
      const client =
        era === "in a session" ? await sessionClient(third) : modernClient();
      const token = newToken();
      const { taskId } = await client.begin(first, "hold", token);
      await vi.waitUntil(() => ran(token).length === 1, patient);
      await client.ask(second, "tasks/cancel", { taskId });
      await vi.waitUntil(() => ran(token).length === 2, patient);
      const process = at(0).name;
      expect(ran(token)).toEqual([
        { what: "started", process },
        { what: "aborted", process },
      ]);
      const task = await client.ask(third, "tasks/get", { taskId });
      expect(task).toMatchObject({ status: "cancelled" });
    },
  );

  test("outlive a Redis that is killed and started again: none is lost, each ends as it was acknowledged", async () => {
    const [first, second, third] = urls();
    const client = modernClient();
    const all = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const token = newToken();
        const tool = index % 2 === 0 ? "brief" : "ask";
        const { taskId } = await client.begin(first, tool, token);
        return { taskId, token, tool };
      }),
    );
    await redis.kill();
    await redis.start();
    for (const { taskId, token, tool } of all) {
      if (tool === "ask") {
        await client.until(second, taskId, "input_required");
        const answer = { action: "accept", content: { answer: "yes" } };
        await client.ask(third, "tasks/update", {
          taskId,
          inputResponses: { answer },
        });
      }
      const { result } = await client.until(second, taskId, "completed");
      const said = tool === "ask" ? `${token} yes` : token;
      expect(textOf(result as Fields)).toBe(said);
      expect(ran(token)).toHaveLength(1);
    }
  });

  test("of a process that is killed fail once, and all who wait are told", async () => {
    const [first, second, third] = urls();
    const client = modernClient();
    const session = await sessionClient(second);
    const [token, own, brief] = [newToken(), newToken(), newToken()];
    const { taskId } = await client.begin(first, "ask", token);
    const other = await client.begin(third, "hold", own);
    const done = await client.begin(first, "brief", brief);
    await client.until(second, done["taskId"], "completed");
    const listening = await client.open(third, "subscriptions/listen", {
      notifications: { taskIds: [taskId] },
    });
    await listening.message();
    await listening.message();
    const waiting = await session.open(second, "tasks/result", { taskId });
    expect(await waiting.message()).toMatchObject({
      method: "elicitation/create",
    });
    await at(0).kill();
    for (;;) {
      const { params } = await listening.message();
      const { status, error } = params as Fields;
      if (status !== "failed") continue;
      expect(error).toEqual(lost);
      break;
    }
    await listening.cut();
    // The question is taken back before.
    for (;;) {
      const message = await waiting.message();
      if (message["method"] !== undefined) continue;
      expect(message).toMatchObject({ error: lost });
      break;
    }
    await at(0).start();
    const [again] = urls();
    const failed = await client.ask(again, "tasks/get", { taskId });
    expect(failed).toMatchObject({ status: "failed", error: lost });
    expect(
      await client.ask(again, "tasks/get", { taskId: done["taskId"] }),
    ).toMatchObject({ status: "completed" });
    // Those of others are at work as before.
    const { taskId: otherId } = other;
    expect(
      await client.ask(again, "tasks/get", { taskId: otherId }),
    ).toMatchObject({ status: "working" });
    await client.ask(again, "tasks/cancel", { taskId: otherId });
    await vi.waitUntil(() => ran(own).length === 2, patient);
    expect(await client.ask(second, "tasks/get", { taskId })).toEqual(failed);
  });

  test("come to their end where their process is told to end, answered at another", async () => {
    const [first, second] = urls();
    const client = modernClient();
    const token = newToken();
    const { taskId } = await client.begin(first, "ask", token);
    await client.until(second, taskId, "input_required");
    const ended = at(0).close();
    await vi.waitUntil(async () => {
      const isGone = await fetch(first).then(
        () => false,
        () => true,
      );
      return isGone;
    }, patient);
    const answer = { action: "accept", content: { answer: "yes" } };
    await client.ask(second, "tasks/update", {
      taskId,
      inputResponses: { answer },
    });
    const { result } = await client.until(second, taskId, "completed");
    expect(textOf(result as Fields)).toBe(`${token} yes`);
    expect(await ended).toBe(0);
    await at(0).start();
  });

  test("leave nothing in Redis that has no end", () => {
    const keys = redis.cli("keys", "*").split("\n").filter(Boolean);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys)
      expect([key, Number(redis.cli("pttl", key)) > 0]).toEqual([key, true]);
  });
});
