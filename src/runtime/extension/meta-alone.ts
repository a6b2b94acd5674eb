import { isObject } from "../protocol/message.ts";

/** Whether params hold nothing but the `_meta` that every message may carry. */
export function isMetaAlone(params: unknown): boolean {
  return (
    isObject(params) && Object.keys(params).every((name) => name === "_meta")
  );
}
