import type { Handler } from "../peer/handlers.ts";
import type { RequestRecord } from "../peer/record.ts";
import type { ExtensionRows } from "../protocol/revision/extension.ts";
import { entryOf, type Side } from "../protocol/revision/protocol-table.ts";
import { isMeant } from "../protocol/revision/result-condition.ts";
import { isObject } from "../protocol/message.ts";
import { whenReady } from "../protocol/when-ready.ts";
import { requireSender } from "./gate.ts";

/** Keeps a result of the extension's from who did not declare that: it would be none to them. */
export function guardResults(
  { results = {} }: ExtensionRows,
  method: string,
  sender: Side,
  path: readonly string[],
  handler: Handler,
): Handler {
  const others = entryOf(results, method);
  if (!others) return handler;
  const checked = (result: unknown, request: RequestRecord): unknown => {
    if (isObject(result) && others.some(({ when }) => isMeant(when, result)))
      requireSender(request, sender, path);
    return result;
  };
  return (params, request) =>
    whenReady(handler(params, request), (result) => checked(result, request));
}
