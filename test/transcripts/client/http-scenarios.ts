import type { Scenario } from "../recording/scenario.ts";
import { notice, request } from "../server/messages.ts";
import {
  createEraCache,
  httpTransport,
  type Client,
  type HttpTransportOptions,
} from "../subject.ts";
import type { Act } from "./act.ts";
import { event, streamable } from "./http-answers.ts";
import { serveScript, type Answer } from "./http-server.ts";
import { failure, result } from "./reaction.ts";
import { everyMethod, input, unanswered } from "./scripts.ts";
import { handshakeServer, statelessServer } from "./servers.ts";
import { createSubjectClient } from "./subject-client.ts";

interface Http {
  readonly name: string;
  readonly answer: () => Answer;
  readonly script?: (client: Client, act: Act) => Promise<void>;
  readonly options?: Partial<HttpTransportOptions>;
  /** How many requests the server gets by connecting, where some come later. */
  readonly connects?: number;
}

const modern = "2026-07-28";
const call: Http["script"] = (client, act) =>
  act("a call", () => client.callTool({ name: "say" }));

const stateless = (): Answer => streamable(statelessServer([modern]));
const sessions = (revision: string): Answer =>
  streamable(handshakeServer(revision), "s-1");

/** Answers some requests otherwise. */
function but(
  answer: Answer,
  other: (...given: Parameters<Answer>) => boolean,
): Answer {
  return (got, reply) => {
    if (!other(got, reply)) answer(got, reply);
  };
}

/** A server that forgets its session at the first call. */
function forgetful(): Answer {
  let count = 0;
  let forgotten = false;
  return (got, reply) => {
    const { method } = got.message;
    if (method === "initialize")
      return streamable(handshakeServer("2025-11-25"), `s-${++count}`)(
        got,
        reply,
      );
    if (method === "tools/call" && !forgotten) {
      forgotten = true;
      return reply.json(
        { jsonrpc: "2.0", error: { code: -32_001, message: "gone" } },
        404,
      );
    }
    return sessions("2025-11-25")(got, reply);
  };
}

/** A server whose stream breaks before the answer, and that is asked again for it. */
const breaking = (): Answer => {
  let asked: unknown;
  return but(sessions("2025-11-25"), ({ method, message, header }, reply) => {
    if (message["method"] === "tools/call") {
      asked = message["id"];
      reply.stream();
      reply.text("id: e-1\nretry: 1\ndata: \n\n");
      setTimeout(() => reply.end(), 5);
      return true;
    }
    if (method !== "GET" || header("last-event-id") === undefined) return false;
    reply.stream();
    reply.text(event(result({ id: asked }, { content: [] }), "e-2"));
    reply.end();
    return true;
  });
};

/** A server that wants a header of an argument, which it lists only when asked again. */
const mismatching = (): Answer => {
  let calls = 0;
  return but(stateless(), ({ message }, reply) => {
    if (message["method"] !== "tools/call" || ++calls > 1) return false;
    reply.json(failure(message, -32_020, "Header mismatch"), 400);
    return true;
  });
};

/** A server with a stream for what it sends on its own. */
const standing = (): Answer =>
  but(sessions("2025-11-25"), ({ method }, reply) => {
    if (method !== "GET") return false;
    reply.stream();
    reply.text(event(notice("notifications/tools/list_changed"), "g-1"));
    reply.text(event(request("p", "ping"), "g-2"));
    return true;
  });

const redirecting = (status: number, to: string): Answer =>
  but(stateless(), ({ path }, reply) => {
    if (path !== "/mcp") return false;
    reply.empty(status, { location: to });
    return true;
  });

const refusing =
  (status: number): Answer =>
  (_, reply) =>
    reply.empty(status);

/** A server of HTTP with SSE. */
const sse = (): Answer => {
  const react = handshakeServer("2024-11-05");
  let stream: Parameters<Answer>[1] | undefined;
  return ({ method, path, message }, reply) => {
    if (method === "GET" && path === "/mcp") {
      stream = reply;
      reply.stream();
      return reply.text("event: endpoint\ndata: /messages?sessionId=abc\n\n");
    }
    if (method !== "POST" || path === "/mcp") return reply.empty(405);
    reply.empty(202);
    for (const one of react(message).messages)
      stream?.text(`event: message\n${event(one)}`);
  };
};

/** Until then a request has gone out, on a busy machine too: in milliseconds. */
const slow = 1_000;

const lines: readonly Http[] = [
  { name: "stateless-methods", answer: stateless, script: everyMethod },
  { name: "stateless-input", answer: stateless, script: input },
  { name: "stateless-unanswered", answer: stateless, script: unanswered(slow) },
  {
    name: "stateless-listen",
    answer: stateless,
    async script(client, act) {
      await act("listen, and listen no more", async () => {
        const changes = await client.listen({ toolsListChanged: true });
        await changes.close();
      });
      await act("a call", () => client.callTool({ name: "say" }));
    },
  },
  ...["2025-03-26", "2025-06-18", "2025-11-25"].flatMap((revision): Http[] => {
    const answer = (): Answer => sessions(revision);
    const options = { standaloneStream: false };
    return [
      {
        name: `${revision}-methods`,
        answer,
        script: everyMethod,
        options,
        connects: 3,
      },
      {
        name: `${revision}-input`,
        answer,
        script: input,
        options,
        connects: 3,
      },
    ];
  }),
  {
    name: "2025-11-25-unanswered",
    answer: () => sessions("2025-11-25"),
    script: async (client, act) => {
      await act(
        "a time-out",
        () => client.callTool({ name: "silent" }, { timeout: slow }),
        2,
      );
      await act("another call", () => client.callTool({ name: "say" }));
    },
    options: { standaloneStream: false },
    connects: 3,
  },
  {
    name: "no-session-id",
    answer: () => streamable(handshakeServer("2025-11-25")),
    script: call,
    options: { standaloneStream: false },
    connects: 3,
  },
  {
    name: "standalone-refused",
    answer: () => sessions("2025-11-25"),
    script: call,
    connects: 4,
  },
  { name: "standalone-stream", answer: standing, script: call, connects: 5 },
  {
    name: "session-forgotten",
    answer: forgetful,
    script: call,
    options: { standaloneStream: false },
    connects: 3,
  },
  {
    name: "stream-broken",
    answer: breaking,
    script: call,
    options: { standaloneStream: false, reconnect: { delayMs: 1 } },
    connects: 3,
  },
  { name: "header-mismatch", answer: mismatching, script: call },
  {
    name: "own-headers",
    answer: stateless,
    script: call,
    options: { headers: { authorization: "Bearer x", "x-own": "1" } },
  },
  {
    name: "counter-offer",
    answer: () => streamable(statelessServer(["2999-01-01"])),
  },
  {
    name: "redirect-307",
    answer: () => redirecting(307, "/other"),
    script: call,
  },
  {
    name: "redirect-308",
    answer: () => redirecting(308, "/other"),
    script: call,
  },
  { name: "redirect-302", answer: () => redirecting(302, "/other") },
  {
    name: "redirect-elsewhere",
    answer: () => redirecting(307, "http://elsewhere.invalid/mcp"),
  },
  ...[400, 401, 403, 404, 405, 500, 503].map((status): Http => ({
    name: `refused-${status}`,
    answer: () => refusing(status),
  })),
  { name: "sse", answer: sse, script: everyMethod },
];

/** Our client over HTTP. */
export const clientHttpScenarios: readonly Scenario[] = lines.map(
  ({ name, answer, script, options, connects }): Scenario => ({
    name: `client/http/${name}`,
    async play(transcript) {
      const server = await serveScript(transcript, answer());
      const { act, url } = server;
      const client = createSubjectClient();
      const transport = httpTransport({
        url,
        eras: createEraCache(),
        ...options,
      });
      try {
        await act("connect", () => client.connect(transport), connects);
        await script?.(client, act);
        await act("close", () => client.close());
      } finally {
        await server.close();
      }
    },
  }),
);
