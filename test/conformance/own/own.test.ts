import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createHttpHandler,
  type HttpHandler,
} from "../../../src/runtime/http.ts";
import type { Check } from "../results.ts";
import { createFixture } from "../server/server.ts";
import { patient } from "../../runtime/wait.ts";
import { withOwn } from "./index.ts";
import { statusNotifications } from "./status-notifications.ts";

let handler: HttpHandler;
beforeEach(() => {
  handler = createHttpHandler(createFixture({ onError() {} }));
});
afterEach(() => handler.close({ graceMs: 0 }));

const failed = (checks: readonly Check[]): string[] =>
  checks.flatMap(({ id, status }) => (status === "FAILURE" ? [id] : []));

/** What the scenario says of a server whose messages are changed on their way. */
async function judged(
  change: (line: string, sent: string) => string | undefined = (line) => line,
  patienceMs = 100,
): Promise<readonly Check[]> {
  return statusNotifications("http://localhost/mcp", {
    async fetch(request) {
      const sent = await request.clone().text();
      const response = await handler(request);
      const { status, headers, body } = response;
      const lines = body
        ?.pipeThrough(new TextDecoderStream())
        .pipeThrough(byLine((line) => change(line, sent)))
        .pipeThrough(new TextEncoderStream());
      return new Response(lines, { status, headers });
    },
    patienceMs,
  });
}

function byLine(
  change: (line: string) => string | undefined,
): TransformStream<string, string> {
  return new TransformStream({
    transform(text, controller) {
      const lines = text.split("\n").map((line) => change(line) ?? ":");
      controller.enqueue(lines.join("\n"));
    },
  });
}

describe("The scenario of what is told of tasks", () => {
  test("passes with the server that it is for", async () => {
    // What this one tells comes, however busy the machine is.
    const checks = await judged((line) => line, patient.timeout);
    expect(failed(checks)).toEqual([]);
    expect(checks).toHaveLength(5);
  });

  test.each<
    [string, string, (line: string, sent: string) => string | undefined]
  >([
    [
      "leaves out a status",
      "tasks-told-every-status",
      (line) =>
        isTold(line) && line.includes('"status":"working"') ? undefined : line,
    ],
    [
      "keeps the result back",
      "tasks-told-every-status",
      (line) => (isTold(line) ? line.replace('"result":', '"_result":') : line),
    ],
    [
      "does not tell that a task was cancelled",
      "tasks-told-cancelled",
      (line) =>
        isTold(line) && line.includes('"status":"cancelled"')
          ? undefined
          : line,
    ],
    [
      "tells of another's task",
      "tasks-told-of-own-alone",
      (line) =>
        isTold(line) ? line.replace(/"taskId":"./, '"taskId":"?') : line,
    ],
    [
      "promises what it does not have",
      "tasks-told-acknowledged",
      (line) => line.replace('"taskIds":[', '"taskIds":["no-such-task",'),
    ],
    [
      "has another error for who did not declare tasks",
      "tasks-told-undeclared",
      (line) => line.replace("-32021", "-32602"),
    ],
  ])("fails with one that %s", async (_, id, change) => {
    expect(failed(await judged(change))).toContain(id);
  });
});

function isTold(line: string): boolean {
  return line.includes('"method":"notifications/tasks"');
}

describe("What ours found", () => {
  const suites = { id: "skipped", status: "SKIPPED" };

  test("is added to what the suite says of the scenario, and to no other", async () => {
    const name = "tasks-status-notifications";
    const results = [
      { scenario: name, checks: [suites] },
      { scenario: "other", checks: [suites] },
      { scenario: "broken off", checks: undefined },
    ];
    expect(await withOwn([], results, undefined)).toEqual(results);
    // Nobody listens there: each of its assertions fails.
    const nowhere = "http://127.0.0.1:9/mcp";
    const [own, other, broken] = await withOwn([name], results, nowhere);
    expect(own?.checks?.[0]).toEqual(suites);
    expect(failed(own?.checks ?? [])).toHaveLength(5);
    expect([other, broken]).toEqual(results.slice(1));
  });

  test.each([
    ["tasks-none", "http://127.0.0.1:9/mcp"],
    ["tasks-status-notifications", undefined],
  ])("is nothing where there is no such scenario: %s", async (name, url) => {
    await expect(withOwn([name], [], url)).rejects.toThrow(TypeError);
  });
});
