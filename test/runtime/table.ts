import type { Issue } from "../../src/runtime/protocol/issue.ts";
import type { UntypedCaller } from "../../src/runtime/peer/caller.ts";
import type { ProtocolTable } from "../../src/runtime/protocol/revision/protocol-table.ts";

/** An object with a string property: enough of a guard to fail in one place. */
function having(property?: string): {
  validate: (value: unknown) => Issue | undefined;
} {
  const validate = (value: unknown): Issue | undefined => {
    if (typeof value !== "object" || value === null) {
      return { path: [], message: "must be an object" };
    }
    if (property === undefined) return undefined;
    return typeof Reflect.get(value, property) === "string"
      ? undefined
      : { path: [property], message: "must be a string" };
  };
  return { validate };
}

const optional = { ...having(), required: false };

/** A small protocol, so that the runtime is tested apart from any revision. */
export const handshake: ProtocolTable = {
  revision: "test-1",
  lifecycle: "handshake",
  batches: false,
  errorsWithoutId: true,
  errorCodes: {},
  facts: [],
  requests: {
    initialize: {
      handler: "initialize",
      direction: "clientToServer",
      params: {
        ...having("protocolVersion"),
        required: true,
      },
      results: [having("protocolVersion")],
    },
    ping: {
      handler: "ping",
      direction: "both",
      params: optional,
      results: [having()],
    },
    "tools/call": {
      handler: "callTool",
      direction: "clientToServer",
      capability: { side: "server", path: ["tools"], flag: false },
      params: { ...having("name"), required: true },
      results: [
        { ...having("task"), when: { property: "task" } },
        having("text"),
      ],
    },
    "resources/subscribe": {
      handler: "subscribe",
      direction: "clientToServer",
      capability: {
        side: "server",
        path: ["resources", "subscribe"],
        flag: true,
      },
      params: optional,
      results: [having()],
    },
    "roots/list": {
      handler: "listRoots",
      direction: "serverToClient",
      capability: { side: "client", path: ["roots"], flag: false },
      params: optional,
      results: [having("root")],
    },
  },
  notifications: {
    "notifications/initialized": {
      handler: "initialized",
      direction: "clientToServer",
      params: optional,
    },
    "notifications/cancelled": {
      handler: "cancelled",
      direction: "both",
      params: optional,
    },
    "notifications/progress": {
      handler: "progress",
      direction: "both",
      params: optional,
    },
    "notifications/message": {
      handler: "loggingMessage",
      direction: "serverToClient",
      params: optional,
    },
  },
};

/** The calls of a peer, as a generated stub has them but for their types. */
export function createPeer(caller: UntypedCaller): UntypedCaller {
  return { request: caller.request, notify: caller.notify };
}
