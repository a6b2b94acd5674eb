// Built from templates/rules/message-form.ts by `npm run build`: changes made here are lost.

/** What a message is by its keys, or what keeps it from being one. */
export type MessageForm =
  | "request"
  | "notification"
  | "result"
  | "error"
  | "wrong-version"
  | "wrong-method"
  | "call-and-answer"
  | "result-and-error"
  | "no-method";

/**
 * Tells what an object is by the presence of its keys. Guards cannot: objects are
 * open, so a request whose id is broken would pass for a notification.
 */
export function messageForm(
  message: { readonly jsonrpc?: unknown; readonly method?: unknown },
  has: (message: object, key: string) => boolean,
): MessageForm {
  if (message.jsonrpc !== "2.0") return "wrong-version";
  const hasResult = has(message, "result");
  const hasError = has(message, "error");
  if (has(message, "method")) {
    if (typeof message.method !== "string") return "wrong-method";
    if (hasResult || hasError) return "call-and-answer";
    return has(message, "id") ? "request" : "notification";
  }
  if (hasResult) return hasError ? "result-and-error" : "result";
  return hasError ? "error" : "no-method";
}
