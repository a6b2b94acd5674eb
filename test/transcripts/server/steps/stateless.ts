import type { JsonObject } from "../../subject.ts";
import type { Conversation, Part, Step } from "../conversation.ts";
import {
  alone,
  answers,
  callTool,
  initialize,
  notice,
  request,
  watched,
} from "../messages.ts";
import { featureSteps, watchedCall, type Ask } from "./shared.ts";

const logging = "io.modelcontextprotocol/logLevel";

interface Asking {
  readonly resultType: string;
  readonly requestState?: string;
}

/** The state that the last answer which asks for input gave. */
function lastState(heard: readonly JsonObject[]): string | undefined {
  const results = heard.map(({ result }) => result as Asking | undefined);
  return results.findLast((result) => result?.resultType === "input_required")
    ?.requestState;
}

function inputSteps(ask: Ask): Step[] {
  const repeated =
    (id: string, name: string, inputResponses: object) =>
    (heard: readonly JsonObject[]): JsonObject =>
      ask(id, "tools/call", {
        ...callTool(name),
        inputResponses,
        requestState: lastState(heard),
      });
  const asked = (id: string, name: string): JsonObject =>
    ask(id, "tools/call", callTool(name));
  const { when, where, why } = answers;
  return [
    { title: "a tool that asks, by an answer", say: asked("a", "book") },
    { title: "answered; it asks again", say: repeated("b", "book", { when }) },
    { title: "one of two", say: repeated("c", "book", { why }) },
    { title: "both", say: repeated("d", "book", { why, where }) },
    { title: "a tool that asks, by waiting", say: asked("e", "ask") },
    {
      title: "answered; it asks for roots",
      say: repeated("f", "ask", { when }),
    },
    {
      title: "answered; it asks for a text",
      say: repeated("g", "ask", { where }),
    },
    { title: "answered", say: repeated("h", "ask", { why }) },
    { title: "asked again", say: asked("i", "ask") },
    {
      title: "an answer that does not fit its form",
      say: repeated("j", "ask", { when: answers.unsound }),
    },
    {
      title: "an answer that is none",
      say: repeated("k", "ask", { when: { action: 1 } }),
    },
    {
      title: "declined",
      say: repeated("l", "ask", { when: answers.declined }),
    },
    {
      title: "the state of another call",
      say: repeated("m", "book", { when }),
    },
    {
      title: "a state that was changed",
      say: ask("n", "tools/call", {
        ...callTool("ask"),
        inputResponses: { when },
        requestState: "changed",
      }),
    },
    {
      title: "answers without a state",
      say: ask("o", "tools/call", {
        ...callTool("ask"),
        inputResponses: { when },
      }),
    },
  ];
}

function callSteps(ask: Ask): Step[] {
  const token = watched._meta;
  return [
    {
      title: "progress",
      say: watchedCall(ask, "count", "count"),
      hears: 4,
    },
    {
      title: "progress and what is logged",
      say: ask("again", "tools/call", callTool("count"), {
        ...token,
        [logging]: "info",
      }),
      hears: 7,
    },
    {
      title: "the worst of what is logged",
      say: ask("worst", "tools/call", callTool("count"), {
        [logging]: "error",
      }),
      hears: 2,
    },
    {
      title: "no such level",
      say: ask("loud", "tools/call", callTool("count"), { [logging]: "loud" }),
    },
    {
      title: "a call that waits",
      say: watchedCall(ask, "wait", "wait"),
      isOpen: true,
    },
    {
      title: "it is taken back",
      say: notice("notifications/cancelled", {
        requestId: "wait",
        reason: "no more",
      }),
      hears: 0,
    },
    {
      title: "a notification of no known kind",
      say: notice("notifications/unheard", { of: 1 }),
      hears: 0,
    },
    { title: "discover", say: ask("last", "server/discover") },
  ];
}

function changeSteps(ask: Ask): Step[] {
  const notifications = {
    toolsListChanged: true,
    resourcesListChanged: true,
    promptsListChanged: true,
    resourceSubscriptions: ["note://one", "note://none"],
  };
  const touch = (id: string): JsonObject =>
    ask(id, "tools/call", callTool("touch"));
  return [
    {
      title: "listen to all",
      say: ask("all", "subscriptions/listen", { notifications }),
      isOpen: true,
    },
    { title: "changes", say: touch("touch"), hears: 4 },
    {
      title: "one more tool",
      say: ask(1, "tools/call", callTool("grow")),
      hears: 2,
    },
    {
      title: "one tool less",
      say: ask(2, "tools/call", callTool("shrink")),
      hears: 2,
    },
    {
      title: "listen to the tools alone",
      say: ask("tools", "subscriptions/listen", {
        notifications: { toolsListChanged: true },
      }),
      isOpen: true,
    },
    {
      title: "both hear of it",
      say: ask(3, "tools/call", callTool("grow")),
      hears: 3,
    },
    {
      title: "listen to nothing",
      say: ask("none", "subscriptions/listen", { notifications: {} }),
      isOpen: true,
    },
    {
      title: "listen without saying to what",
      say: ask("what", "subscriptions/listen"),
    },
  ];
}

function wrongSteps(ask: Ask, revision: string): Step[] {
  const unlike = alone("1999-01-01", "x", "server/discover");
  return [
    { title: "a revision of nobody", say: unlike },
    {
      title: "a revision of nobody, for a call",
      say: alone("1999-01-01", "y", "tools/list"),
    },
    { title: "no JSON", say: '{"jsonrpc": "2.0", "id": 1', isRaw: true },
    { title: "no object", say: "7", isRaw: true },
    { title: "no JSON-RPC", say: { id: 1, method: "server/discover" } },
    {
      title: "an id of no kind",
      say: { ...ask(1, "server/discover"), id: null },
    },
    { title: "no _meta", say: request(2, "tools/list", {}) },
    {
      title: "_meta without capabilities",
      say: request(3, "tools/list", {
        _meta: { "io.modelcontextprotocol/protocolVersion": revision },
      }),
    },
    { title: "a method of the other lifecycle", say: ask(4, "ping") },
    { title: "a batch", say: [ask(5, "server/discover")] },
    { title: "discover", say: ask("last", "server/discover") },
  ];
}

/** All that a client says whose requests stand alone. */
export function statelessConversation(revision: string): Conversation {
  const ask: Ask = (id, method, params, meta) =>
    alone(revision, id, method, params, meta && { meta });
  const discover: Step = {
    title: "discover",
    say: ask("discover", "server/discover"),
  };
  const poor = (id: string, name: string): Step => ({
    title: `the tool ${name}`,
    say: alone(revision, id, "tools/call", callTool(name), {
      capabilities: {},
    }),
  });
  const part = (title: string, steps: readonly Step[]): Part => ({
    title,
    steps: [discover, ...steps],
  });
  return {
    revision,
    parts: [
      part("features", featureSteps(ask)),
      part("calls", callSteps(ask)),
      part("input", inputSteps(ask)),
      part("input of a client that gives none", [
        poor("a", "book"),
        poor("b", "ask"),
      ]),
      part("changes", changeSteps(ask)),
      part("what is wrong", wrongSteps(ask, revision)),
      {
        title: "a handshake after it",
        steps: [
          discover,
          { title: "initialize", say: initialize("2025-11-25") },
        ],
      },
    ],
  };
}
