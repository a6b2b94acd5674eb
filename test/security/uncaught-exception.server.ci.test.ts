import {
  checkJson,
  serverJsonLimits,
} from "../../src/runtime/protocol/validation/parse-json.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  createServer,
  prompt,
  resource,
  resourceTemplate,
  text,
  tool,
} from "../../generated/index.ts";
import { createByteStreamTransport } from "../../src/runtime/stdio/byte-stream.ts";
import { HandInput, HandOutput } from "../runtime/byte-pair.ts";
import {
  handshakes,
  initializeAs,
  batching,
  modernRequest,
  notification,
  request,
  serverOf,
} from "../runtime/revisions.ts";
import { openWire, settle } from "../runtime/wire.ts";
import { freshId, hostileLines } from "./hostile-lines.ts";
import { leaveUnrecorded } from "../support/wire-check.ts";
import { fc } from "../support/random.ts";

// The check of the wire follows ids, which these clients use as they like.
leaveUnrecorded("server");

type Fields = Record<string, unknown>;

const unhandled: unknown[] = [];
const listener = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on("unhandledRejection", listener));
afterAll(() => void process.off("unhandledRejection", listener));

function createHostileServed() {
  return createServer({
    info: { name: "server", version: "1" },
    capabilities: { logging: {} },
    pageSize: 2,
    onError() {},
    features: [
      tool(
        "echo",
        { input: z.looseObject({ text: z.string() }) },
        (args, context) => {
          context.progress(1, 2, args.text);
          context.log("info", args);
          return [text(args.text), JSON.stringify(args)];
        },
      ),
      tool("later", {}, async (_, context) => {
        await settle();
        context.progress(1);
        return "later";
      }),
      tool("throw", {}, () => {
        throw new Error("thrown");
      }),
      tool("ask", {}, async (_, context) => {
        const requestedSchema = { type: "object" as const, properties: {} };
        const answer = await context.elicit("name", {
          message: "?",
          requestedSchema,
        });
        return JSON.stringify(answer);
      }),
      resource("a:b", { name: "b" }, () => "b"),
      resourceTemplate(
        "a:{x}/{+y}",
        { name: "t", complete: { x: ["one"] } },
        (known) => JSON.stringify(known),
      ),
      prompt(
        "review",
        {
          arguments: {
            code: { required: true, complete: ["a"] },
            __proto__: {},
          },
        },
        ({ code }) => code,
      ),
    ],
  });
}

const calls: [string, Fields?][] = [
  ["ping"],
  ["tools/list", { cursor: "tools:echo" }],
  [
    "tools/call",
    { name: "echo", arguments: { text: "hello" }, _meta: { progressToken: 7 } },
  ],
  [
    "tools/call",
    { name: "later", arguments: {}, _meta: { progressToken: "t" } },
  ],
  ["tools/call", { name: "throw" }],
  ["tools/call", { name: "ask" }],
  ["resources/list"],
  ["resources/templates/list", { cursor: "resourceTemplates:a:{x}/{+y}" }],
  ["resources/read", { uri: "a:one/b/c" }],
  ["resources/subscribe", { uri: "a:b" }],
  ["resources/unsubscribe", { uri: "a:b" }],
  ["prompts/get", { name: "review", arguments: { code: "1" } }],
  [
    "completion/complete",
    {
      ref: { type: "ref/prompt", name: "review" },
      argument: { name: "code", value: "a" },
    },
  ],
  ["logging/setLevel", { level: "debug" }],
];

/** What a client of either lifecycle says. */
const messages: readonly Fields[] = [
  ...calls.map(([method, params]) => request(freshId, method, params)),
  ...calls.map(([method, params]) =>
    modernRequest(freshId, method, params, { elicitation: {} }),
  ),
  modernRequest(freshId, "server/discover"),
  modernRequest(freshId, "subscriptions/listen", {
    notifications: { toolsListChanged: true, resourceSubscriptions: ["a:b"] },
  }),
  modernRequest(
    freshId,
    "tools/call",
    {
      name: "ask",
      requestState: "AAAA",
      inputResponses: { name: { action: "accept" } },
    },
    { elicitation: {} },
  ),
  initializeAs("2025-11-25", {}, freshId),
  notification("notifications/initialized"),
  notification("notifications/cancelled", { requestId: 12, reason: "no" }),
  notification("notifications/progress", { progressToken: 1, progress: 1 }),
  notification("notifications/roots/list_changed"),
  {
    jsonrpc: "2.0",
    id: 1,
    result: { action: "accept", content: { name: "a" } },
  },
  { jsonrpc: "2.0", id: 2, error: { code: -1, message: "no" } },
];

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (id: unknown): boolean =>
  typeof id === "string" || Number.isSafeInteger(id);

/** The ids under which JSON-RPC wants answers to a line. */
function dueTo(value: unknown, batches: boolean): string[] {
  if (Array.isArray(value) && batches && value.length > 0)
    return value.flatMap((one) => dueTo(one, false));
  if (!isObject(value)) return ["none"];
  const has = (key: string): boolean => Object.hasOwn(value, key);
  const isAnswer = has("result") || has("error");
  if (!has("method") && isAnswer) return [];
  const isSound =
    value["jsonrpc"] === "2.0" &&
    typeof value["method"] === "string" &&
    !isAnswer;
  if (isSound && !has("id")) return [];
  return [isId(value["id"]) ? JSON.stringify(value["id"]) : "none"];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return "no JSON";
  }
}

/** True for a line beyond the limits, which is refused before it is parsed. */
function isBeyondLimits(line: string): boolean {
  try {
    checkJson(line, serverJsonLimits);
    return false;
  } catch {
    return true;
  }
}

/** Ids due to a line that is not parsed: an error without an id, or nothing to an answer. */
function dueToUnparsed(value: unknown): string[] {
  const isAnswer =
    isObject(value) &&
    !Object.hasOwn(value, "method") &&
    (Object.hasOwn(value, "result") || Object.hasOwn(value, "error"));
  return isAnswer ? [] : ["none"];
}

function cancelledBy(value: unknown): string[] {
  if (!isObject(value) || value["method"] !== "notifications/cancelled")
    return [];
  const { params } = value;
  const id = isObject(params) ? params["requestId"] : undefined;
  return isId(id) ? [JSON.stringify(id)] : [];
}

describe("a server", () => {
  test.each(["no handshake", ...handshakes])(
    "in a session of %s answers every line that wants an answer, and lives",
    { timeout: 120_000 },
    async (revision) => {
      await fc.assert(
        fc.asyncProperty(hostileLines(messages), async (lines) => {
          const input = new HandInput();
          const output = new HandOutput();
          const connection = createHostileServed().connect(
            createByteStreamTransport(input, output),
          );
          const opening =
            revision === "no handshake"
              ? []
              : [
                  JSON.stringify(initializeAs(revision, { elicitation: {} })),
                  JSON.stringify(notification("notifications/initialized")),
                ];
          const all = [...opening, ...lines];
          for (const line of all) {
            input.push(`${line}\n`);
            if (line.length % 3 === 0) await settle();
          }
          await settle();
          input.emit("end");
          await connection.closed;

          const values = all.filter((line) => line !== "").map(parsed);
          const cancelled = new Set(values.flat(1).flatMap(cancelledBy));
          const beyond = all.filter(isBeyondLimits).map(parsed);
          // Such an error may have the id of its request: where the text shows it.
          const shown = new Set(
            beyond.flatMap((value) => dueTo(value, revision === batching)),
          );
          // Only the ends of its text show that a line is an answer.
          const mayBeAnswered = beyond.some(
            (value) => dueToUnparsed(value).length === 0,
          );
          const due = all
            .filter((line) => line !== "")
            .flatMap((line) =>
              isBeyondLimits(line)
                ? dueToUnparsed(parsed(line))
                : dueTo(parsed(line), revision === batching),
            );
          const answers = output.writes
            .join("")
            .split("\n")
            .filter((line) => line !== "")
            .flatMap((line) => [JSON.parse(line)].flat() as Fields[]);
          const given = answers
            .filter((answer) => !("method" in answer))
            .map(({ id }) =>
              id === undefined || id === null ? "none" : JSON.stringify(id),
            );
          const wanted = (ids: string[]) =>
            ids
              .filter((id) => !cancelled.has(id))
              .map((id) => (shown.has(id) ? "none" : id))
              .filter((id) => !(mayBeAnswered && id === "none"))
              .sort();
          expect(wanted(given)).toEqual(wanted(due));
          expect(unhandled).toEqual([]);
        }),
        { numRuns: 100 },
      );
      expect(Object.prototype).not.toHaveProperty("polluted");
    },
  );
});

test("a hearer of errors that throws is printed, and ends nothing", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const failure = new Error("the log is full");
  const server = serverOf(handshakes, {
    onError() {
      throw failure;
    },
    handlers: {
      callTool() {
        throw new Error("a mistake");
      },
    },
  });
  const wire = await openWire(server, "2025-11-25");
  for (const id of [1, 2])
    expect(
      await wire.ask(request(id, "tools/call", { name: "a" })),
    ).toMatchObject({ id, error: { code: -32603 } });
  expect(printed).toHaveBeenCalledWith(failure);
  expect(unhandled).toEqual([]);
  printed.mockRestore();
});
