import { comment } from "../print/comment.ts";
import { block, group, indent, line, types } from "../print/layout.ts";
import type { FunctionItem, Item } from "../print/module.ts";

/** What a message is, and which entry of the tables it belongs to. */
export function dispatchFunctions(): Item[] {
  return [
    classify(),
    methodGuard("isRequestMethod", "requests", "Requests"),
    methodGuard("isNotificationMethod", "notifications", "Notifications"),
    chooseResult(),
  ];
}

function classify(): FunctionItem {
  return {
    kind: "function",
    comment: comment(
      "What a message is, by its keys. A guard cannot tell: objects are open, so a\nrequest whose id is broken would pass for a notification.",
    ),
    exported: true,
    name: "classify",
    parameters: [{ name: "message", type: "unknown" }],
    returns: "MessageKind",
    body: [
      'if (typeof message !== "object" || message === null) return "invalid";',
      'if (Reflect.get(message, "jsonrpc") !== "2.0") return "invalid";',
      [
        "const has = (key",
        types(": string"),
        ")",
        types(": boolean"),
        " => Object.hasOwn(message, key);",
      ],
      ["const id", types(": unknown"), ' = Reflect.get(message, "id");'],
      'const hasId = typeof id === "string" || Number.isSafeInteger(id);',
      'const isAnswer = has("result") || has("error");',
      [
        'if (has("method")) ',
        block(
          [
            "const method",
            types(": unknown"),
            ' = Reflect.get(message, "method");',
          ],
          'if (typeof method !== "string" || isAnswer) return "invalid";',
          'if (!has("id")) return "notification";',
          'return hasId ? "request" : "invalid";',
        ),
      ],
      'if (!isAnswer || (has("result") && has("error"))) return "invalid";',
      'if (has("error")) return "error";',
      'return hasId ? "result" : "invalid";',
    ],
  };
}

function methodGuard(
  name: string,
  table: string,
  methods: string,
): FunctionItem {
  return {
    kind: "function",
    comment: comment(
      `Whether a method is one of the ${table}: their own keys alone count.`,
    ),
    exported: true,
    name,
    parameters: [{ name: "method", type: "string" }],
    returns: `method is keyof ${methods}`,
    body: [`return Object.hasOwn(${table}, method);`],
  };
}

function chooseResult(): FunctionItem {
  const entry = 'ResultEntry<Requests[Method]["result"]>';
  return {
    kind: "function",
    comment: comment(
      "The type of a result, by the method that it answers; none where the result\nnames a type that is no answer to it.",
    ),
    exported: true,
    name: "chooseResult",
    typeParameters: "<Method extends keyof Requests>",
    parameters: [
      { name: "method", type: "Method" },
      { name: "result", type: "object" },
    ],
    returns: `${entry} | undefined`,
    body: [
      [
        "const entries",
        types(`: readonly ${entry}[]`),
        " =",
        group(indent(line, "requests[method].results;")),
      ],
      [
        "return entries.find(({ when }) => ",
        block(
          "if (when === undefined) return true;",
          "if (!Object.hasOwn(result, when.property)) return when.orAbsent === true;",
          [
            "const value",
            types(": unknown"),
            " = Reflect.get(result, when.property);",
          ],
          "return when.value === undefined || value === when.value;",
        ),
        ");",
      ],
    ],
  };
}
