import type { Patience } from "../../peer/pending.ts";
import type { Report } from "../../protocol/timers/reports.ts";
import { describeIssue, InvalidMessageError } from "../../protocol/errors.ts";
import type { Issue, Validate } from "../../protocol/issue.ts";
import {
  checkLeniently,
  reportNulls,
  type AcceptedValue,
} from "../../protocol/validation/leniency.ts";
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
      const accepted = checkLeniently(result, validate);
      const mended = accepted.issue
        ? isList(method) &&
          withoutInvalid(result, accepted.issue, validate, notes)
        : accepted;
      if (!mended) return undefined;
      reportNulls(method, value, mended.nulls, report);
      for (const { path, message, key = message } of notes) {
        const told = `${method}: ${message}`;
        report(new InvalidMessageError(told, path, { value }), {
          kind: `taken otherwise: ${method}`,
          key,
          isOnce: true,
        });
      }
      return mended.value;
    },
  };
}

/**
 * What is absent by its meaning: content, and time to be kept.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/utilities/caching | Caching}
 */
function withoutSlips(
  method: string,
  result: JsonObject,
  notes: Note[],
): JsonObject {
  const mended: { [key: string]: unknown } = { ...result };
  const { content, resultType = "complete", ttlMs } = result;
  // What says to be something else is not an empty result.
  const isComplete = method === "tools/call" && resultType === "complete";
  if (isComplete && (content === undefined || content === null)) {
    mended["content"] = [];
    notes.push({ path: ["content"], message: "no content is taken as empty" });
  }
  if (typeof ttlMs === "number" && ttlMs < 0) {
    mended["ttlMs"] = 0;
    notes.push({ path: ["ttlMs"], message: "ttlMs: below 0 is taken as 0" });
  }
  return mended;
}

/** Removes invalid items from a list. */
function withoutInvalid(
  result: JsonObject,
  { path: [property, index] }: Issue,
  validate: Validate,
  notes: Note[],
): AcceptedValue<JsonObject> | undefined {
  const items = typeof property === "string" ? result[property] : undefined;
  if (typeof index !== "number" || !Array.isArray(items)) return undefined;
  const list = String(property);
  // Each item by itself, so that it takes no longer than the list is long.
  const empty = checkLeniently({ ...result, [list]: [] }, validate);
  if (empty.issue) return undefined;
  const nulls = [...empty.nulls];
  const valid: unknown[] = [];
  let invalid = 0;
  for (const [at, item] of items.entries()) {
    const probe: JsonObject = { ...empty.value, [list]: [item] };
    const checked = checkLeniently(probe, validate);
    if (!checked.issue) {
      valid.push(only(checked.value[list]));
      for (const [, , ...path] of checked.nulls)
        nulls.push([list, at, ...path]);
    } else if (++invalid <= maxTold)
      notes.push(leftOut(item, list, at, checked.issue));
  }
  if (invalid > maxTold)
    notes.push({
      path: [list],
      message: `${invalid - maxTold} more ${list} are left out`,
    });
  return { value: { ...empty.value, [list]: valid }, nulls };
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

function only(items: unknown): unknown {
  return Array.isArray(items) ? items[0] : undefined;
}

function isList(method: string): boolean {
  return method.endsWith("/list");
}
