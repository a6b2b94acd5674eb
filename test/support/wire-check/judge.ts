import type { Issue } from "../../../src/runtime/protocol/issue.ts";
import { readFileSync } from "node:fs";
import type {
  ProtocolTable,
  ResultEntry,
} from "../../../src/runtime/protocol/revision/protocol-table.ts";
import { isObject, type JsonObject } from "./read.ts";
import { generatedSchema, officialSchema } from "./schemas.ts";

/** Why a message is wrong, and who says so. */
export interface Problem {
  readonly by: "guard" | "schema.json" | "official schema.json" | "table";
  readonly reason: string;
}

/** What decides whether messages of one revision are right. */
export interface Judge {
  readonly table: ProtocolTable;
  request(message: JsonObject): Problem[];
  notification(message: JsonObject): Problem[];
  /** The answer to a request of this method. */
  result(message: JsonObject, method: string): Problem[];
  error(message: JsonObject): Problem[];
  /** An array of messages as a whole. */
  batch(messages: readonly unknown[]): Problem[];
}

/** A generated revision, judged by its guards and by its JSON Schemas. */
export async function revisionJudge(revision: string): Promise<Judge> {
  const folder = new URL(`../../../generated/${revision}/`, import.meta.url);
  const { protocol }: { readonly protocol: ProtocolTable } = await import(
    new URL("dispatch.ts", folder).href
  );
  const guards: Readonly<Record<string, unknown>> = await import(
    new URL("guards.ts", folder).href
  );
  const types: Protocol = JSON.parse(
    readFileSync(new URL("protocol.json", folder), "utf8"),
  );
  const generated = generatedSchema(revision);
  const official = officialSchema(revision);

  function check(type: string, value: unknown): Problem[] {
    const problems: Problem[] = [];
    const add = (by: Problem["by"], reason: string | undefined): void => {
      if (reason !== undefined)
        problems.push({ by, reason: `${type}: ${reason}` });
    };
    const validate = guards[`validate${type}`];
    if (typeof validate !== "function") {
      throw new Error(`${revision} has no guard of ${type}`);
    }
    add("guard", describeIssue(validate(value)));
    add("schema.json", generated(type, value));
    add("official schema.json", official(type, value));
    return problems;
  }

  const has = (type: string): boolean => `validate${type}` in guards;
  const resultEnvelope = has("JSONRPCResultResponse")
    ? "JSONRPCResultResponse"
    : "JSONRPCResponse";
  const errorEnvelope = has("JSONRPCErrorResponse")
    ? "JSONRPCErrorResponse"
    : "JSONRPCError";

  return {
    table: protocol,
    request(message) {
      const found = types.requests.find(
        ({ method }) => method === message["method"],
      );
      if (!found) return unknownMethod(message);
      return [
        ...check("JSONRPCRequest", message),
        ...check(found.type, message),
        ...byTable(protocol.requests[found.method]?.params, message["params"]),
      ];
    },
    notification(message) {
      const found = types.notifications.find(
        ({ method }) => method === message["method"],
      );
      if (!found) return unknownMethod(message);
      return [
        ...check("JSONRPCNotification", message),
        ...check(found.type, message),
        ...byTable(
          protocol.notifications[found.method]?.params,
          message["params"],
        ),
      ];
    },
    result(message, method) {
      const result = message["result"];
      const problems = check(resultEnvelope, message);
      const entries = protocol.requests[method]?.results ?? [];
      const chosen = entries.findIndex((entry) => isMeant(entry, result));
      const named = types.requests.find((request) => request.method === method);
      const type = named?.results[chosen]?.name;
      if (type === undefined) {
        const reason = `this is no result of ${method}`;
        return [...problems, { by: "table", reason }];
      }
      return [
        ...problems,
        ...check(type, result),
        ...byTable(entries[chosen], result),
      ];
    },
    error: (message) => check(errorEnvelope, withId(message, protocol)),
    batch: (messages) =>
      protocol.batches
        ? check(
            "JSONRPCMessage",
            messages.map((message) => withId(message, protocol)),
          )
        : [{ by: "table", reason: `${revision} has no batches` }],
  };
}

/** A protocol that a test has made up: its table's guards, in the envelopes of a real revision. */
export function tableJudge(table: ProtocolTable, envelopes: Judge): Judge {
  return {
    table,
    request(message) {
      const entry = table.requests[String(message["method"])];
      if (!entry) return unknownMethod(message);
      return byTable(entry.params, message["params"]);
    },
    notification(message) {
      const entry = table.notifications[String(message["method"])];
      if (!entry) return unknownMethod(message);
      return byTable(entry.params, message["params"]);
    },
    result(message, method) {
      const result = message["result"];
      const entries = table.requests[method]?.results ?? [];
      const chosen = entries.find((entry) => isMeant(entry, result));
      return byTable(chosen, result);
    },
    error: (message) => envelopes.error(message),
    batch: () =>
      table.batches ? [] : [{ by: "table", reason: "there are no batches" }],
  };
}

/** A generated revision with what extensions have merged into its table: that is judged by the table. */
export function extendedJudge(table: ProtocolTable, core: Judge): Judge {
  const rows = tableJudge(table, core);
  const isCores = (
    entries: "requests" | "notifications",
    { method }: JsonObject,
  ): boolean =>
    Object.hasOwn(core.table[entries], String(method)) ||
    !Object.hasOwn(table[entries], String(method));
  return {
    ...core,
    request: (message) =>
      (isCores("requests", message) ? core : rows).request(message),
    notification: (message) =>
      (isCores("notifications", message) ? core : rows).notification(message),
    result(message, method) {
      const result = message["result"];
      const meant = (one: ProtocolTable): boolean =>
        one.requests[method]?.results?.some((entry) =>
          isMeant(entry, result),
        ) === true;
      const isRows = !meant(core.table) && meant(table);
      return (isRows ? rows : core).result(message, method);
    },
  };
}

/** A protocol.json, as far as it is needed here. */
interface Protocol {
  readonly requests: readonly {
    readonly method: string;
    readonly type: string;
    readonly results: readonly { readonly name: string }[];
  }[];
  readonly notifications: readonly {
    readonly method: string;
    readonly type: string;
  }[];
}

interface Validator {
  readonly required?: boolean;
  readonly validate: (value: unknown) => Issue | undefined;
}

function byTable(entry: Validator | undefined, value: unknown): Problem[] {
  if (!entry) return [];
  if (value === undefined) {
    return entry.required
      ? [{ by: "table", reason: "params are missing" }]
      : [];
  }
  const reason = describeIssue(entry.validate(value));
  return reason === undefined ? [] : [{ by: "table", reason }];
}

function isMeant({ when }: ResultEntry, result: unknown): boolean {
  if (when === undefined) return true;
  if (!isObject(result) || !Object.hasOwn(result, when.property)) {
    return when.orAbsent === true;
  }
  return when.value === undefined || result[when.property] === when.value;
}

/**
 * Where a revision's schema cannot express an error without an id, JSON-RPC
 * 2.0's null stands for it.
 */
function withId(message: unknown, table: ProtocolTable): unknown {
  if (!isObject(message) || !("error" in message)) return message;
  const isNull = message["id"] === null && !table.errorsWithoutId;
  return isNull ? { ...message, id: 0 } : message;
}

function unknownMethod({ method }: JsonObject): Problem[] {
  return [{ by: "table", reason: `${String(method)} is not in this revision` }];
}

function describeIssue(issue: Issue | undefined): string | undefined {
  if (!issue) return undefined;
  return `${issue.path.join(".") || "the value"} ${issue.message}`;
}
