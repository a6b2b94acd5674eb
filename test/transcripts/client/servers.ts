import { notice, request } from "../server/messages.ts";
import type { JsonObject } from "../subject.ts";
import {
  failure,
  result,
  silence,
  type Reaction,
  type Said,
} from "./reaction.ts";

const serverInfo = { name: "scripted", version: "9" };

const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

const form = {
  message: "Seats?",
  requestedSchema: {
    type: "object",
    properties: {
      seats: { type: "integer" },
      date: { type: "string", default: "today" },
    },
    required: ["date"],
  },
};

const question = {
  maxTokens: 5,
  messages: [{ role: "user", content: { type: "text", text: "Why?" } }],
};

const tool = (name: string, properties: object = {}): object => ({
  name,
  inputSchema: { type: "object", properties },
});

interface Params {
  readonly name?: string;
  readonly cursor?: string;
  readonly uri?: string;
  readonly requestState?: string;
  readonly notifications?: object;
  readonly _meta?: { readonly progressToken?: unknown };
}

const said = (text: string): object => ({ content: [{ type: "text", text }] });

function paramsOf({ params }: JsonObject): Params {
  return (params ?? {}) as Params;
}

/** The results of what is asked alike in every lifecycle. */
function plain(message: JsonObject): object | undefined {
  const { cursor, uri } = paramsOf(message);
  switch (message["method"]) {
    case "tools/list":
      return cursor === undefined
        ? {
            tools: [
              tool("say"),
              tool("local", {
                region: { type: "string", "x-mcp-header": "Region" },
              }),
            ],
            nextCursor: "more",
          }
        : { tools: [tool("ask")] };
    case "resources/list":
      return { resources: [{ uri: "note://one", name: "one" }] };
    case "resources/templates/list":
      return { resourceTemplates: [] };
    case "resources/read":
      return { contents: [{ uri, text: "first" }] };
    case "prompts/list":
      return { prompts: [{ name: "report" }] };
    case "prompts/get":
      return {
        messages: [{ role: "user", content: { type: "text", text: "report" } }],
      };
    case "completion/complete":
      return { completion: { values: ["Oslo"] } };
    case "ping":
    case "resources/subscribe":
    case "resources/unsubscribe":
    case "logging/setLevel":
      return {};
    default:
      return undefined;
  }
}

function progress({ _meta }: Params): object[] {
  const progressToken = _meta?.progressToken;
  return [1, 2].map((told) =>
    notice("notifications/progress", { progressToken, progress: told }),
  );
}

/** Calls of tools that end alike in every lifecycle. */
function called(message: JsonObject, name: string | undefined): Said {
  switch (name) {
    case "count":
      return {
        messages: [
          ...progress(paramsOf(message)),
          notice("notifications/message", { level: "info", data: "told" }),
          result(message, complete(said("counted"))),
        ],
      };
    case "silent":
      return { messages: [], isOpen: true };
    case "refuse":
      return { messages: [failure(message, -32_602, "refused", { why: 1 })] };
    default:
      return { messages: [result(message, complete(said(`${name}`)))] };
  }
}

/** What older revisions do not know is no harm to them. */
function complete(fields: object): object {
  return { resultType: "complete", ttlMs: 0, cacheScope: "private", ...fields };
}

/** A server of one revision that shakes hands. */
export function handshakeServer(revision: string): Reaction {
  let asked: JsonObject | undefined;
  return (message) => {
    const { method, id } = message;
    if (method === "initialize")
      return {
        messages: [
          result(message, {
            protocolVersion: revision,
            capabilities,
            serverInfo,
          }),
        ],
      };
    if (method === undefined) return nextQuestion(message);
    if (id === undefined) return silence;
    const { name } = paramsOf(message);
    if (method === "tools/call" && name === "ask") {
      asked = message;
      return {
        messages: [request("q1", "elicitation/create", form)],
        isOpen: true,
      };
    }
    if (method === "tools/call") return called(message, name);
    const found = plain(message);
    return {
      messages: [
        found
          ? result(message, found)
          : failure(message, -32_601, `Method not found: ${String(method)}`),
      ],
    };
  };

  function nextQuestion({ id }: JsonObject): Said {
    const next = {
      q1: request("q2", "sampling/createMessage", question),
      q2: request("q3", "roots/list"),
      q3: request("q4", "ping"),
      q4: request("q5", "unheard/of", {}),
    }[String(id)];
    if (next) return { messages: [next], isOpen: true };
    return id === "q5" && asked
      ? { messages: [result(asked, said("asked"))] }
      : silence;
  }
}

const subscriptionId = "io.modelcontextprotocol/subscriptionId";

/** A server whose requests stand alone, in these revisions. */
export function statelessServer(revisions: readonly string[]): Reaction {
  return (message) => {
    const { method, id } = message;
    if (id === undefined || method === undefined) return silence;
    const params = paramsOf(message);
    const meta = (params._meta ?? {}) as JsonObject;
    const requested = meta["io.modelcontextprotocol/protocolVersion"];
    const data = { supported: revisions, requested };
    if (!revisions.includes(String(requested)))
      return { messages: [failure(message, -32_022, "Unsupported", data)] };
    switch (method) {
      case "server/discover":
        return {
          messages: [
            result(
              message,
              complete({
                supportedVersions: revisions,
                capabilities,
                _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
              }),
            ),
          ],
        };
      case "subscriptions/listen":
        return {
          messages: [
            notice("notifications/subscriptions/acknowledged", {
              _meta: { [subscriptionId]: id },
              notifications: params.notifications,
            }),
            notice("notifications/tools/list_changed", {
              _meta: { [subscriptionId]: id },
            }),
          ],
          isOpen: true,
        };
      case "tools/call":
        return params.name === "ask"
          ? { messages: [round(message, params.requestState)] }
          : called(message, params.name);
      default: {
        const found = plain(message);
        return {
          messages: [
            found
              ? result(message, complete(found))
              : failure(
                  message,
                  -32_601,
                  `Method not found: ${String(method)}`,
                ),
          ],
        };
      }
    }
  };
}

/** One round of a tool that asks twice. */
function round(message: JsonObject, state: string | undefined): JsonObject {
  const ask = (requestState: string, inputRequests: object): JsonObject =>
    result(message, {
      resultType: "input_required",
      requestState,
      inputRequests,
    });
  switch (state) {
    case undefined:
      return ask("first", {
        when: { method: "elicitation/create", params: form },
      });
    case "first":
      return ask("second", {
        why: { method: "sampling/createMessage", params: question },
        where: { method: "roots/list" },
      });
    default:
      return result(message, complete(said("asked")));
  }
}
