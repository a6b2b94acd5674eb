import type { Patience } from "../../peer/pending.ts";
import type { Report } from "../../protocol/timers/reports.ts";
import { describeIssue, InvalidMessageError } from "../../protocol/errors.ts";
import type { Issue, Validate } from "../../protocol/issue.ts";
import { objectOf, type JsonObject } from "../../protocol/message.ts";
import { createStrays, type Late } from "./strays.ts";

/** Items that are left out are told one by one up to here. */
const maxTold = 20;

/** What is told of a result that is taken otherwise than it stands. */
interface Note extends Issue {
  /** What is the same where the same is told again: the message by default. */
  readonly key?: string;
}

/**
 * What servers that exist answer, taken as they mean it where nothing is lost by
 * that, and told once. What nobody can guess fails its call.
 */
export function createPatience(report: Report, late?: Late): Patience {
  return {
    ...createStrays(report, late),
    mend(method, value, validate) {
      const notes: Note[] = [];
      const result = withoutSlips(method, value, notes);
      const issue = validate(result);
      const mended = issue
        ? isList(method) && withoutUnsound(result, issue, validate, notes)
        : result;
      if (!mended) return undefined;
      for (const { path, message, key = message } of notes) {
        const told = `${method}: ${message}`;
        report(new InvalidMessageError(told, path, { value }), {
          kind: `taken otherwise: ${method}`,
          key,
          isOnce: true,
        });
      }
      return mended;
    },
  };
}

/**
 * What is absent by its meaning: content, a further page, time to be kept.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/utilities/caching | Caching}
 */
function withoutSlips(
  method: string,
  result: JsonObject,
  notes: Note[],
): JsonObject {
  const mended: { [key: string]: unknown } = { ...result };
  const { content, nextCursor, resultType = "complete", ttlMs } = result;
  // What says to be something else is not an empty result.
  const isComplete = method === "tools/call" && resultType === "complete";
  if (isComplete && (content === undefined || content === null)) {
    mended["content"] = [];
    notes.push({ path: ["content"], message: "no content is taken as empty" });
  }
  if (isList(method) && nextCursor === null) {
    delete mended["nextCursor"];
    notes.push({
      path: ["nextCursor"],
      message: "nextCursor: null is taken as none",
    });
  }
  if (typeof ttlMs === "number" && ttlMs < 0) {
    mended["ttlMs"] = 0;
    notes.push({ path: ["ttlMs"], message: "ttlMs: below 0 is taken as 0" });
  }
  return mended;
}

/** One item that is unsound does not take a list away. */
function withoutUnsound(
  result: JsonObject,
  { path: [property, index] }: Issue,
  validate: Validate,
  notes: Note[],
): JsonObject | undefined {
  const items = typeof property === "string" ? result[property] : undefined;
  if (typeof index !== "number" || !Array.isArray(items)) return undefined;
  const list = String(property);
  // Each item by itself, so that it takes no longer than the list is long.
  const probe: { [key: string]: unknown } = { ...result, [list]: [] };
  if (validate(probe)) return undefined;
  let unsound = 0;
  const sound = items.filter((item: unknown, at) => {
    probe[list] = [item];
    const issue = validate(probe);
    if (issue && ++unsound <= maxTold)
      notes.push(leftOut(item, list, at, issue));
    return !issue;
  });
  if (unsound > maxTold)
    notes.push({
      path: [list],
      message: `${unsound - maxTold} more ${list} are left out`,
    });
  return { ...result, [list]: sound };
}

function leftOut(
  item: unknown,
  list: string,
  at: number,
  { path: [, , ...path], message }: Issue,
): Note {
  const { name, uri } = objectOf(item);
  const known = typeof name === "string" ? name : uri;
  const called =
    typeof known === "string" ? ` (${JSON.stringify(known.slice(0, 80))})` : "";
  const reason = `is left out: ${describeIssue({ path, message })}`;
  return {
    path: [list, at, ...path],
    message: `${list}.${at}${called} ${reason}`,
    key: (called || at) + reason,
  };
}

function isList(method: string): boolean {
  return method.endsWith("/list");
}
