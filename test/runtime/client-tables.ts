import type { Issue } from "../../src/runtime/protocol/issue.ts";
import type {
  NotificationEntry,
  ProtocolTable,
  RequestEntry,
  ResultEntry,
} from "../../src/runtime/protocol/revision/protocol-table.ts";

/** A guard that wants certain fields, and says which one is missing. */
function having(...fields: string[]): {
  validate: (value: unknown) => Issue | undefined;
} {
  return {
    validate(value) {
      if (typeof value !== "object" || value === null)
        return { path: [], message: "expected an object" };
      const field = fields.find((one) => !Object.hasOwn(value, one));
      return field === undefined
        ? undefined
        : { path: [field], message: "expected a value" };
    },
  };
}

type Direction = RequestEntry["direction"];

function request(
  handler: string,
  direction: Direction,
  required: readonly string[],
  results: readonly ResultEntry[],
  more: Partial<RequestEntry> = {},
): RequestEntry {
  const params = {
    ...having(...required),
    required: required.length > 0,
  };
  return { handler, direction, params, results, ...more };
}

function notification(
  handler: string,
  direction: Direction,
  more: Partial<NotificationEntry> = {},
): NotificationEntry {
  const params = { ...having(), required: false };
  return { handler, direction, params, ...more };
}

function ofServer(...path: string[]): Partial<RequestEntry> {
  return { capability: { side: "server", path, flag: false } };
}

function ofClient(...path: string[]): Partial<RequestEntry> {
  return { capability: { side: "client", path, flag: false } };
}

const notifications = {
  "notifications/cancelled": notification("cancelled", "both"),
  "notifications/progress": notification("progress", "both"),
  "notifications/message": notification("loggingMessage", "serverToClient"),
  "notifications/tools/list_changed": notification(
    "toolListChanged",
    "serverToClient",
  ),
  "notifications/resources/updated": notification(
    "resourceUpdated",
    "serverToClient",
  ),
};

/** A small revision that begins with a handshake. */
export function legacy(revision: string): ProtocolTable {
  const empty = [having()];
  return {
    revision,
    lifecycle: "handshake",
    batches: false,
    errorsWithoutId: true,
    errorCodes: {},
    facts: [],
    requests: {
      initialize: request(
        "initialize",
        "clientToServer",
        ["protocolVersion"],
        [having("protocolVersion", "capabilities")],
      ),
      ping: request("ping", "both", [], empty),
      "tools/call": request(
        "callTool",
        "clientToServer",
        ["name"],
        [{ when: { property: "task" }, ...having("task") }, having("content")],
        ofServer("tools"),
      ),
      "logging/setLevel": request(
        "setLevel",
        "clientToServer",
        ["level"],
        empty,
        ofServer("logging"),
      ),
      "resources/subscribe": request(
        "subscribe",
        "clientToServer",
        ["uri"],
        empty,
        ofServer("resources", "subscribe"),
      ),
      "resources/unsubscribe": request(
        "unsubscribe",
        "clientToServer",
        ["uri"],
        empty,
        ofServer("resources", "subscribe"),
      ),
      "roots/list": request(
        "listRoots",
        "serverToClient",
        [],
        [having("roots")],
        ofClient("roots"),
      ),
      "elicitation/create": request(
        "elicit",
        "serverToClient",
        ["message"],
        [having("action")],
        ofClient("elicitation"),
      ),
    },
    notifications: {
      ...notifications,
      "notifications/initialized": notification(
        "initialized",
        "clientToServer",
      ),
      "notifications/roots/list_changed": notification(
        "rootsListChanged",
        "clientToServer",
        ofClient("roots", "listChanged"),
      ),
    },
  };
}

const complete = {
  property: "resultType",
  value: "complete",
  orAbsent: true,
} as const;
const inputRequired = {
  property: "resultType",
  value: "input_required",
} as const;

/** A small revision without a handshake. */
export function modern(revision: string): ProtocolTable {
  const completed = (...fields: string[]): ResultEntry => ({
    when: complete,
    ...having(...fields),
  });
  return {
    revision,
    lifecycle: "stateless",
    batches: false,
    errorsWithoutId: true,
    errorCodes: {
      METHOD_NOT_FOUND: -32601,
      MISSING_REQUIRED_CLIENT_CAPABILITY: -32021,
      UNSUPPORTED_PROTOCOL_VERSION: -32022,
    },
    facts: [],
    requests: {
      "server/discover": request(
        "discover",
        "clientToServer",
        ["_meta"],
        [completed("supportedVersions", "capabilities")],
      ),
      "tools/call": request(
        "callTool",
        "clientToServer",
        ["_meta", "name"],
        [{ when: inputRequired, ...having() }, completed("content")],
        { ...ofServer("tools"), input: true },
      ),
      "tools/list": request(
        "listTools",
        "clientToServer",
        ["_meta"],
        [completed("tools")],
        ofServer("tools"),
      ),
      "subscriptions/listen": request(
        "subscriptionsListen",
        "clientToServer",
        ["_meta", "notifications"],
        [completed()],
      ),
      "roots/list": request(
        "listRoots",
        "embedded",
        [],
        [having("roots")],
        ofClient("roots"),
      ),
      "sampling/createMessage": request(
        "createMessage",
        "embedded",
        ["messages"],
        [having("model")],
        ofClient("sampling"),
      ),
      "elicitation/create": request(
        "elicit",
        "embedded",
        ["message"],
        [having("action")],
        ofClient("elicitation"),
      ),
    },
    notifications: {
      ...notifications,
      "notifications/subscriptions/acknowledged": notification(
        "subscriptionsAcknowledged",
        "serverToClient",
      ),
    },
  };
}
