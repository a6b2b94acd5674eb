import type { Handler } from "../peer/handlers.ts";
import type { RequestRecord } from "../peer/record.ts";
import type { ExtensionRows } from "../table/extension.ts";
import { entryOf, type Side } from "../table/protocol-table.ts";
import { isMeant } from "../table/result-condition.ts";
import { isObject } from "../wire/message.ts";
import { whenReady } from "../wire/when-ready.ts";
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
