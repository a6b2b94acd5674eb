import { isObject, type JsonObject } from "../../protocol/message.ts";
import { entryOf } from "../../protocol/revision/protocol-table.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { encodeBase64 } from "../base64.ts";
import { isUnfinished } from "../../protocol/revision/unfinished.ts";

/** Defaults for the answers of a handler. */
export interface ContentsForm {
  readonly uri: string;
  readonly mimeType: unknown;
  readonly ttlMs: number | undefined;
  readonly cacheScope: string | undefined;
}

/** Returns the result for the answer of a handler; undefined for undefined and null, if the resource does not exist. */
export function readContents(
  answer: unknown,
  form: ContentsForm,
  request: RequestRecord,
): JsonObject | undefined {
  if (answer === undefined || answer === null) return undefined;
  if (isUnfinished(answer)) return answer;
  if (!isObject(answer) || !("contents" in answer)) {
    const parts = Array.isArray(answer) ? answer : [answer];
    return readContents({ contents: parts }, form, request);
  }
  const { contents } = answer;
  if (!Array.isArray(contents)) throw new TypeError("contents are no array");
  const { ttlMs, cacheScope } = form;
  const cacheable = entryOf(request.table.requests, request.method)?.cacheable;
  return {
    ...(cacheable && ttlMs !== undefined && { ttlMs }),
    ...(cacheable && cacheScope !== undefined && { cacheScope }),
    ...answer,
    contents: contents.map((part) => toPart(part, form)),
  };
}

function toPart(part: unknown, { uri, mimeType }: ContentsForm): JsonObject {
  const head = { uri, ...(mimeType !== undefined && { mimeType }) };
  if (typeof part === "string") return { ...head, text: part };
  if (part instanceof Uint8Array) return { ...head, blob: encodeBase64(part) };
  if (!isObject(part)) throw new TypeError("the handler returned no contents");
  const { blob } = part;
  if (!(blob instanceof Uint8Array)) return { ...head, ...part };
  return { ...head, ...part, blob: encodeBase64(blob) };
}
