import type { Together } from "../peer/dialect.ts";
import type { UntypedCaller } from "../peer/caller.ts";
import type { CreateContext, RequestRecord } from "../peer/record.ts";
import { isStateless } from "../protocol/revision/protocol-table.ts";
import type {
  ProtocolTable,
  SpokenRevision,
} from "../protocol/revision/protocol-table.ts";
import { resultIssue, sentChecks } from "../protocol/revision/sent.ts";
import type { Report } from "../protocol/timers/reports.ts";
import { excerpt } from "../protocol/errors.ts";
import type { LogLevel } from "../protocol/log-level.ts";
import { isObject } from "../protocol/message.ts";
import type { OfferedFeature } from "../protocol/scopes/permit.ts";
import { ServerContext, createContexts } from "./server-context.ts";
import { withoutInput } from "./input/questions.ts";

declare const process: {
  readonly env: { readonly NODE_ENV?: string; readonly MCP_GEN_DEV?: string };
};

/** Checks for authors of servers. None of them changes what a client receives. */
interface DevWarnings {
  /** Reports unknown fields of tools. */
  readonly checkTools?: typeof createToolCheck;
  /** Creates contexts that report repeated actions. */
  readonly watchedContexts?: typeof watchedContexts;
}

/**
 * Returns the checks that are on: none if `NODE_ENV` is `production` or the
 * environment cannot be read. Repeated actions are watched under `mcp-gen dev` only,
 * which sets `MCP_GEN_DEV`.
 */
export function devWarnings(): DevWarnings {
  try {
    // Bundlers that replace NODE_ENV remove this code.
    if (process.env.NODE_ENV !== "production")
      return {
        checkTools: createToolCheck,
        ...(process.env.MCP_GEN_DEV === "1" && { watchedContexts }),
      };
  } catch {
    // `process` is missing, or access is denied.
  }
  return {};
}

/** Checks tools when they are added. */
export type ToolCheck = (tools: readonly OfferedFeature[]) => void;

/** No field of a tool can be a function. */
const invalidValue = (): void => {};

/** A valid tool, with the fields that every revision requires. */
const smallestTool = { name: "a", inputSchema: { type: "object" } };

/**
 * Creates the check that reports fields of tools that neither the newest revision nor an
 * extension of the server defines. Most often such a field belongs to an extension that
 * is missing in the options. Each tool is checked once.
 *
 * To test whether a revision defines a field, the check validates a tool with an invalid
 * value there: fields that the revision defines are rejected.
 */
export function createToolCheck(
  [newest]: readonly SpokenRevision[],
  extensions: Pick<Together, "toolOptions"> | undefined,
  report: Report,
): ToolCheck {
  if (!newest?.sends) return () => {};
  const ofExtensions = extensions?.toolOptions ?? [];
  const checks = sentChecks(newest, newest);
  const checked = new WeakSet<object>();
  const isKnown = (field: string): boolean => {
    if (Object.hasOwn(smallestTool, field)) return true;
    const tool = { ...smallestTool, [field]: invalidValue };
    const issue = resultIssue(checks, "tools/list", { tools: [tool] });
    return ofExtensions.includes(field) || issue?.path.includes(field) === true;
  };
  return (tools) => {
    for (const { listed, isDescribed } of tools) {
      if (isDescribed || checked.has(listed)) continue;
      checked.add(listed);
      for (const field of Object.keys(listed))
        if (!isKnown(field))
          report(
            new Error(
              `tool "${String(listed["name"])}": unknown field "${field}". It is sent to clients unchanged; if it belongs to an extension, add that extension.`,
            ),
            { kind: "field", key: field, isOnce: true },
          );
    }
  };
}

/**
 * Creates contexts that report an action (log, progress, a message to the client) that a
 * handler takes before it asks for input, and takes again when it runs again from its
 * start. The context has the same members as without the check.
 */
export function watchedContexts(table: ProtocolTable): CreateContext {
  const actions = new ActionRecord();
  class WatchedContext extends ServerContext {
    readonly #request: RequestRecord;
    #peer: unknown;

    constructor(request: RequestRecord) {
      super(request);
      this.#request = request;
    }

    override get peer(): unknown {
      return (this.#peer ??= this.#request.createPeer(
        watchedCaller(this.#request, actions),
      ));
    }

    override log(level: LogLevel, data: unknown, logger?: string): void {
      actions.add(this.#request, "context.log", [level, data, logger]);
      super.log(level, data, logger);
    }

    override progress(
      progress: number,
      total?: number,
      message?: string,
    ): void {
      const values = [progress, total, message];
      actions.add(this.#request, "context.progress", values);
      super.progress(progress, total, message);
    }
  }
  return createContexts(table, WatchedContext);
}

function watchedCaller(
  request: RequestRecord,
  actions: ActionRecord,
): UntypedCaller {
  const caller = request.caller();
  return {
    ...caller,
    request(method, params, options) {
      actions.add(request, method, [params]);
      return caller.request(method, params, options);
    },
    notify(method, params) {
      actions.add(request, method, [params]);
      return caller.notify(method, params);
    },
  };
}

/** Maximum number of actions to remember, each as a number: at most 64 kB in total. */
const maxActions = 1_000;

/** Hashes of the actions that handlers took in their first runs. */
class ActionRecord {
  readonly #hashes = new Set<number>();

  /** Remembers an action of a first run; reports it if a later run repeats it. */
  add(
    request: RequestRecord,
    action: string,
    values: readonly unknown[],
  ): void {
    const { method, params } = request;
    const hash = hashOf([method, withoutInput(params), action, ...values]);
    if (hash === undefined) return;
    if (!isRerun(request)) {
      const [oldest] = this.#hashes;
      if (oldest !== undefined && this.#hashes.size >= maxActions)
        this.#hashes.delete(oldest);
      this.#hashes.add(hash);
    } else if (this.#hashes.has(hash)) reportRepeat(request, action);
  }
}

/** True if the handler has run before, for this request or the one that it repeats. */
function isRerun(request: RequestRecord): boolean {
  const { params } = request;
  return (
    request.hasRun ||
    (isStateless(request) && isObject(params) && "requestState" in params)
  );
}

function reportRepeat(request: RequestRecord, action: string): void {
  const { method, params } = request;
  const { name, uri = "" }: { name?: unknown; uri?: unknown } = Object(params);
  const subject = excerpt(`${method} ${String(name ?? uri)}`, 200);
  request.report(
    new Error(
      `${subject}: ${action} ran before a request for input, and again when the handler ran again from its start. Put it into context.once().`,
    ),
    { kind: "repeat", key: `${subject} ${action}`, isOnce: true },
  );
}

/** Maximum size of an action to compare: characters of its texts, and its values. */
const maxSize = 10_000;

/**
 * Returns a hash of 30 bits; undefined for large values and for objects that are not
 * plain data. Runs no code of the values, such as accessors and `toJSON`: a handler must
 * do the same with and without this check.
 */
function hashOf(values: readonly unknown[]): number | undefined {
  const left: unknown[] = [values];
  let [hash, size] = [0, 0];
  while (left.length > 0) {
    const value = left.pop();
    const text =
      typeof value === "object" && value !== null
        ? expand(value, left)
        : `${typeof value} ${String(value)}`;
    size += text === undefined ? Infinity : text.length;
    if (size > maxSize || left.length > maxSize) return undefined;
    hash = hashText(hash, text ?? "");
  }
  return hash;
}

/** Appends the members of plain data to a list; returns a text for the object itself. */
function expand(value: object, members: unknown[]): string | undefined {
  if (Array.isArray(value)) {
    if (value.length <= maxSize) members.push(...value);
    return value.length <= maxSize ? `array ${value.length}` : undefined;
  }
  if ("toJSON" in value) return undefined;
  const keys = Object.keys(value);
  for (const key of keys) {
    const member = Object.getOwnPropertyDescriptor(value, key);
    if (!member || !("value" in member)) return undefined;
    members.push(member.value);
  }
  return JSON.stringify(keys);
}

function hashText(start: number, text: string): number {
  let hash = start;
  for (let index = 0; index < text.length; index++)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) & 0x3fffffff;
  return hash;
}
