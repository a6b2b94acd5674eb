import type { Conversation, Part, Step } from "../conversation.ts";
import {
  answer,
  answers,
  callTool,
  initialize,
  notice,
  refusal,
  request,
  watched,
} from "../messages.ts";
import { featureSteps, watchedCall, type Ask } from "./shared.ts";

const ask: Ask = (id, method, params, meta) =>
  request(id, method, meta ? { ...params, _meta: meta } : params);

const initialized: Step = {
  title: "the hands are shaken",
  say: notice("notifications/initialized"),
  hears: 0,
};

function opened(revision: string, capabilities?: object): Step[] {
  const say = initialize(revision, capabilities);
  return [{ title: "initialize", say }, initialized];
}

const ping: Step = { title: "ping", say: request("ping", "ping") };

const calls: readonly Step[] = [
  {
    title: "progress and what is logged",
    say: watchedCall(ask, "count", "count"),
    hears: 7,
  },
  {
    title: "less is to be logged",
    say: request("level", "logging/setLevel", { level: "error" }),
  },
  {
    title: "progress and the worst of what is logged",
    say: watchedCall(ask, "again", "count"),
    hears: 5,
  },
  {
    title: "no progress without a token",
    say: request("quiet", "tools/call", callTool("count")),
    hears: 2,
  },
  {
    title: "no such level",
    say: request("loud", "logging/setLevel", { level: "loud" }),
  },
  {
    title: "a call that waits",
    say: watchedCall(ask, "wait", "wait"),
    isOpen: true,
  },
  {
    title: "an id that is in use",
    say: watchedCall(ask, "wait", "say"),
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
    title: "what is unknown is taken back",
    say: notice("notifications/cancelled", { requestId: "never" }),
    hears: 0,
  },
  {
    title: "a notification of no known kind",
    say: notice("notifications/unheard", { of: 1 }),
    hears: 0,
  },
  {
    title: "an answer to nothing",
    say: answer(99, {}),
    hears: 0,
  },
  ping,
];

const input: readonly Step[] = [
  {
    title: "a tool that asks, by an answer",
    say: request("book", "tools/call", callTool("book", {}, watched)),
    isOpen: true,
  },
  {
    title: "the first round is answered, and a second begins",
    say: answer(1, answers.when),
    hears: 2,
  },
  {
    title: "one of two",
    say: answer(2, answers.why),
    hears: 0,
  },
  { title: "the other", say: answer(3, answers.where) },
  {
    title: "a tool that asks, by waiting",
    say: request("ask", "tools/call", callTool("ask")),
    isOpen: true,
  },
  { title: "declined", say: answer(4, answers.declined) },
  { title: "roots", say: answer(5, answers.where) },
  { title: "refused", say: refusal(6, -1, "the user said no") },
  {
    title: "asked again",
    say: request("ask2", "tools/call", callTool("ask")),
    isOpen: true,
  },
  {
    title: "an answer that does not fit its form",
    say: answer(7, answers.unsound),
  },
  {
    title: "and again",
    say: request("ask3", "tools/call", callTool("ask")),
    isOpen: true,
  },
  { title: "an answer that is no answer", say: answer(8, { action: 1 }) },
  {
    title: "the last time",
    say: request("ask4", "tools/call", callTool("ask")),
    isOpen: true,
  },
  {
    title: "the call is taken back while it waits for an answer",
    say: notice("notifications/cancelled", { requestId: "ask4" }),
    hears: 1,
  },
  ping,
];

/** Where clients cannot be asked for what a person fills in. */
const olderInput: readonly Step[] = [
  {
    title: "a tool that asks a person, by an answer",
    say: request("book", "tools/call", callTool("book")),
  },
  {
    title: "a tool that asks a person, by waiting",
    say: request("ask", "tools/call", callTool("ask")),
  },
  {
    title: "a tool that asks, by an answer",
    say: request("think", "tools/call", callTool("think")),
    hears: 2,
    isOpen: true,
  },
  { title: "one of two", say: answer(1, answers.why), hears: 0 },
  { title: "the other", say: answer(2, answers.where) },
  {
    title: "a tool that asks, by waiting",
    say: request("muse", "tools/call", callTool("muse")),
    isOpen: true,
  },
  { title: "roots", say: answer(3, answers.where) },
  { title: "refused", say: refusal(4, -1, "the user said no") },
  ping,
];

const changes: readonly Step[] = [
  {
    title: "subscribe",
    say: request(1, "resources/subscribe", { uri: "note://one" }),
  },
  {
    title: "changes of all kinds",
    say: request(2, "tools/call", callTool("touch")),
    hears: 4,
  },
  {
    title: "unsubscribe",
    say: request(3, "resources/unsubscribe", { uri: "note://one" }),
  },
  {
    title: "changes of lists alone",
    say: request(4, "tools/call", callTool("touch")),
    hears: 3,
  },
  {
    title: "one more tool",
    say: request(5, "tools/call", callTool("grow")),
    hears: 2,
  },
  {
    title: "one tool less",
    say: request(6, "tools/call", callTool("shrink")),
    hears: 2,
  },
  {
    title: "the client's roots change",
    say: notice("notifications/roots/list_changed"),
    hears: 0,
  },
  ping,
];

const wrong: readonly Step[] = [
  { title: "no JSON", say: '{"jsonrpc": "2.0", "id": 1', isRaw: true },
  { title: "no object", say: "7", isRaw: true },
  { title: "null", say: "null", isRaw: true },
  { title: "no JSON-RPC", say: { id: 1, method: "ping" } },
  { title: "an id of no kind", say: request(null, "ping") },
  { title: "a method of no kind", say: { jsonrpc: "2.0", id: 2, method: 7 } },
  {
    title: "params that are a list",
    say: { ...request(3, "ping"), params: [] },
  },
  {
    title: "a method of the other lifecycle",
    say: request(4, "server/discover", {}),
  },
  { title: "an empty batch", say: [] },
  ping,
];

const early: Part = {
  title: "before the hands are shaken",
  steps: [
    { title: "ping", say: request("ping", "ping") },
    { title: "a call", say: request(1, "tools/list") },
    { title: "initialize without params", say: request(2, "initialize") },
  ],
};

/** All that a client says that shakes hands. */
export function handshakeConversation(
  revision: string,
  { hasForms = true } = {},
): Conversation {
  const part = (
    title: string,
    steps: readonly Step[],
    capabilities?: object,
  ): Part => ({ title, steps: [...opened(revision, capabilities), ...steps] });
  return {
    revision,
    parts: [
      part("features", featureSteps(ask)),
      part("calls", calls),
      part("input", hasForms ? input : olderInput),
      part(
        "input of a client that gives none",
        [
          {
            title: "by an answer",
            say: request(1, "tools/call", callTool("book")),
          },
          {
            title: "by waiting",
            say: request(2, "tools/call", callTool("ask")),
          },
        ],
        {},
      ),
      part("changes", changes),
      part("what is wrong", [
        { title: "initialize again", say: initialize(revision) },
        ...wrong,
      ]),
      early,
    ],
  };
}
