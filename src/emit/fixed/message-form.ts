// Built from templates/rules/message-form.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name = "MessageForm" | "messageForm";

export const code: Readonly<Record<Name, FixedCode>> = {
  MessageForm: {
    name: "MessageForm",
    isType: true,
    needs: [],
    comment:
      "/** What a message is by its keys, or what keeps it from being one. */",
    ts: 'type MessageForm =\n  | "request"\n  | "notification"\n  | "result"\n  | "error"\n  | "wrong-version"\n  | "wrong-method"\n  | "call-and-answer"\n  | "result-and-error"\n  | "no-method";',
  },
  messageForm: {
    name: "messageForm",
    isType: false,
    needs: ["MessageForm"],
    comment:
      "/**\n * Tells what an object is by the presence of its keys. Guards cannot: objects are\n * open, so a request whose id is broken would pass for a notification.\n */",
    ts: 'function messageForm(\n  message: { readonly jsonrpc?: unknown; readonly method?: unknown },\n  has: (message: object, key: string) => boolean,\n): MessageForm {\n  if (message.jsonrpc !== "2.0") return "wrong-version";\n  const hasResult = has(message, "result");\n  const hasError = has(message, "error");\n  if (has(message, "method")) {\n    if (typeof message.method !== "string") return "wrong-method";\n    if (hasResult || hasError) return "call-and-answer";\n    return has(message, "id") ? "request" : "notification";\n  }\n  if (hasResult) return hasError ? "result-and-error" : "result";\n  return hasError ? "error" : "no-method";\n}',
    js: 'function messageForm(message, has) {\n  if (message.jsonrpc !== "2.0") return "wrong-version";\n  const hasResult = has(message, "result");\n  const hasError = has(message, "error");\n  if (has(message, "method")) {\n    if (typeof message.method !== "string") return "wrong-method";\n    if (hasResult || hasError) return "call-and-answer";\n    return has(message, "id") ? "request" : "notification";\n  }\n  if (hasResult) return hasError ? "result-and-error" : "result";\n  return hasError ? "error" : "no-method";\n}',
    declaration:
      "declare function messageForm(\n  message: { readonly jsonrpc?: unknown; readonly method?: unknown },\n  has: (message: object, key: string) => boolean,\n): MessageForm;",
  },
};
