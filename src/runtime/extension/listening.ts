import type { Handler } from "../peer/handlers.ts";
import type { ExtensionRows } from "../protocol/revision/extension.ts";
import { entryOf } from "../protocol/revision/protocol-table.ts";
import { describeIssue, invalidParams } from "../protocol/errors.ts";
import type { Issue } from "../protocol/issue.ts";
import { objectOf } from "../protocol/message.ts";
import { utf8Length } from "../protocol/weigh.ts";
import { requireSender } from "./gate.ts";

/** What one stream may ask to hear of, of one extension: in items, and in bytes of JSON. */
const maxItems = 10_000;
const maxBytes = 262_144;

/**
 * Looks at what a client wants to hear of an extension, before anybody promises it:
 * who did not declare the extension is refused, and so is what is no list of names,
 * or too long.
 */
export function guardListening(
  { subscriptions = {}, notifications }: ExtensionRows,
  handler: Handler,
): Handler {
  return (params, request) => {
    const asked = objectOf(objectOf(params)["notifications"]);
    for (const [method, { filter }] of Object.entries(subscriptions)) {
      const items = asked[filter];
      if (items === undefined) continue;
      const path = entryOf(notifications, method)?.capability?.path;
      if (path) requireSender(request, "client", path);
      const message = problemOf(items);
      if (message !== undefined)
        refuse({ path: ["notifications", filter], message });
    }
    return handler(params, request);
  };
}

function problemOf(items: unknown): string | undefined {
  if (!Array.isArray(items) || items.some((one) => typeof one !== "string"))
    return "expected an array of strings";
  if (items.length > maxItems) return `at most ${maxItems} of them`;
  return utf8Length(JSON.stringify(items)) > maxBytes
    ? `at most ${maxBytes} bytes of JSON`
    : undefined;
}

function refuse(issue: Issue): never {
  const { path, message: reason } = issue;
  throw invalidParams(`Invalid params: ${describeIssue(issue)}`, {
    path,
    reason,
  });
}
