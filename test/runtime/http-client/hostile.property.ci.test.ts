import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import {
  createEraCache,
  httpTransport,
} from "../../../src/runtime/http-client.ts";
import { modern, newestHandshake, request } from "../revisions.ts";
import { createTestClient } from "./http-client.ts";
import {
  failureOf,
  hasty,
  kinds,
  soon,
  watchRejections,
} from "./hostile-client.ts";
import {
  errorOf,
  event,
  goodAnswer,
  head,
  resultOf,
  serveRaw,
  stepOf,
  streamHead,
  whole,
  type RawAnswer,
  type RawRequest,
} from "./raw-server.ts";
import { leaveUnrecorded } from "../../support/wire-check.ts";
import { fc, runs } from "../../support/random.ts";

// The check of the wire follows ids, which this server uses as it likes.
leaveUnrecorded("client");

/** What one message of a server is. */
const messages = {
  answer: (asked: RawRequest) => resultOf(asked),
  empty: (asked: RawRequest) => resultOf(asked, {}),
  other: (asked: RawRequest) => ({ ...resultOf(asked), id: "other" }),
  nobody: (asked: RawRequest) => ({ ...errorOf(asked), id: null }),
  error: (asked: RawRequest) => errorOf(asked),
  mismatch: (asked: RawRequest) =>
    errorOf(asked, { code: -32_020, message: "mismatch" }),
  unsupported: (asked: RawRequest) =>
    errorOf(asked, {
      code: -32_022,
      message: "another",
      data: { supported: [newestHandshake, modern], requested: modern },
    }),
  asks: (asked: RawRequest) =>
    resultOf(asked, {
      resultType: "input_required",
      inputRequests: { r: { method: "roots/list" } },
      requestState: "again",
    }),
  ping: () => request("ping", "ping"),
  roots: () => request("roots", "roots/list"),
  broken: (asked: RawRequest) => ({ ...resultOf(asked), jsonrpc: 2 }),
  both: (asked: RawRequest) => ({ ...resultOf(asked), ...errorOf(asked) }),
  list: (asked: RawRequest) => [resultOf(asked), resultOf(asked)],
  nothing: () => null,
  polluted: ({ message: { id } }: RawRequest) =>
    JSON.parse(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id ?? null)},"result":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}`,
    ) as unknown,
} satisfies Readonly<Record<string, (asked: RawRequest) => unknown>>;

const message = fc.constantFrom(...Object.values(messages));

/** What a server does with one request. */
type Behaviour =
  | { readonly kind: "good" }
  | { readonly kind: "silence" }
  | { readonly kind: "cut"; readonly at: number; readonly reset: boolean }
  | { readonly kind: "torn"; readonly at: number; readonly put: string }
  | {
      readonly kind: "body";
      readonly status: number;
      readonly type: string;
      readonly told: (asked: RawRequest) => unknown;
    }
  | {
      readonly kind: "stream";
      readonly said: readonly ((asked: RawRequest) => unknown)[];
      readonly id: string;
      readonly retry: string;
      readonly line: string;
      readonly ends: boolean;
    }
  | {
      readonly kind: "redirection";
      readonly status: number;
      readonly location: string;
    }
  | { readonly kind: "session"; readonly id: string };

const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("good" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("silence" as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("cut" as const),
      at: fc.nat(500),
      reset: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("torn" as const),
      at: fc.nat(500),
      put: fc.constantFrom("\r\n", "\r\n\r\n", "\0", "{", '"', "\n", "9"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("body" as const),
      status: fc.constantFrom(
        ...[200, 200, 202, 204, 400, 401, 403, 404, 404, 405, 429, 500, 503],
      ),
      type: fc.constantFrom(
        "application/json",
        "application/json; charset=utf-16",
        "text/html",
        "text/event-stream",
        "",
      ),
      told: message,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("stream" as const),
      said: fc.array(message, { maxLength: 4 }),
      id: fc.constantFrom("", "id: 1\n", "id: \u20ac\n", "id: a\0\n"),
      retry: fc.constantFrom("", "retry: 0\n", "retry: 99999999999\n"),
      line: fc.constantFrom("\n", "\r", "\r\n"),
      ends: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("redirection" as const),
      status: fc.constantFrom(301, 303, 307, 308),
      location: fc.constantFrom(
        "/mcp",
        "/next",
        "http://a.invalid/",
        "file:///etc/passwd",
        "",
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("session" as const),
      id: fc.constantFrom("a", "b", "a b", "\u00e9", ""),
    }),
  },
);

function behave(how: Behaviour, asked: RawRequest, socket: Socket): void {
  switch (how.kind) {
    case "good":
      return void socket.write(goodAnswer(asked));
    case "silence":
      return;
    case "cut":
      return void socket.write(goodAnswer(asked).slice(0, how.at), () =>
        how.reset ? socket.resetAndDestroy() : socket.end(),
      );
    case "torn": {
      const good = goodAnswer(asked);
      return void socket.end(
        good.slice(0, how.at) + how.put + good.slice(how.at),
      );
    }
    case "body":
      return void socket.end(
        whole(JSON.stringify(how.told(asked)), how.type, how.status),
      );
    case "stream": {
      const events = how.said.map((one) => event(one(asked))).join("");
      const text = `${how.retry}${how.id}${events}\n`;
      socket.write(streamHead() + text.replaceAll("\n", how.line));
      return how.ends ? void socket.end() : undefined;
    }
    case "redirection":
      return void socket.write(
        `${head(how.status, { location: how.location })}\r\n`,
      );
    case "session":
      return void socket.end(
        goodAnswer(asked).replace("\r\n", `\r\nmcp-session-id: ${how.id}\r\n`),
      );
    default:
      return how satisfies never;
  }
}

/** A server that does one after the other, and then all of it again. */
function scripted(script: readonly Behaviour[]): RawAnswer {
  let at = 0;
  return (asked, socket) => {
    // How long closing waits for it is another test's.
    const isLast = stepOf(asked) === "DELETE";
    const how = isLast ? undefined : script[at++ % script.length];
    behave(how ?? { kind: "good" }, asked, socket);
  };
}

describe("whatever a server does", () => {
  test("every call settles, and the client closes", async () => {
    const unhandled = watchRejections();
    const outcomes = new Map<string, number>();
    const count = (outcome: string): unknown =>
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviour, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (script, isLegacy) => {
          const server = await serveRaw(scripted(script));
          const { client } = createTestClient({
            revisions: isLegacy ? [newestHandshake] : [modern, newestHandshake],
            settings: {
              probeTimeout: 60,
              handlers: { listRoots: () => ({ roots: [] }) },
              capabilities: { roots: {} },
            },
          });
          const transport = httpTransport({
            url: server.url,
            eras: createEraCache(),
            maxEventBytes: 10_000,
            reconnect: hasty ?? {},
          });
          const settle = async (work: Promise<unknown>): Promise<void> => {
            const begun = performance.now();
            const isGood = await work.then(
              () => true,
              () => false,
            );
            expect(performance.now() - begun).toBeLessThan(soon);
            if (isGood) return void count("good");
            const error = await failureOf(work);
            count(String(Reflect.get(error, "kind")));
          };
          const connecting = client.connect(transport, { timeout: 300 });
          await settle(connecting);
          const ask = (method: string, params: object): Promise<void> =>
            settle(client.request(method, params, { timeout: 80 }));
          await Promise.all([
            ask("tools/call", { name: "a" }),
            ask("tools/call", { name: "b" }),
            ask("tools/list", {}),
          ]);
          await ask("tools/call", { name: "c" });
          const begun = performance.now();
          await client.close();
          expect(performance.now() - begun).toBeLessThan(soon);
          // It asked no more often than these few calls explain.
          expect(server.requests.length).toBeLessThan(150);
          for (const socket of server.sockets) socket.destroy();
        },
      ),
      {
        // With fewer, chance may leave a way to fail out.
        numRuns: runs(60, 60),
        // Else what hangs ends the runs, and nobody hears of which it was.
        timeout: 4 * soon,
        interruptAfterTimeLimit: 120_000,
        markInterruptAsFailure: false,
      },
    );
    expect(unhandled).toEqual([]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    // The servers were good at times, and failed in every way.
    expect(outcomes.get("good")).toBeGreaterThan(0);
    for (const kind of kinds)
      if (kind !== "cancelled") expect([...outcomes.keys()]).toContain(kind);
  });
});
