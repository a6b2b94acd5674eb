// Built from templates/rules/list-digest.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name =
  | "deepest"
  | "digestOf"
  | "sets"
  | "orderedText"
  | "KnownItem"
  | "knownTool"
  | "knownPrompt"
  | "knownTemplate";

export const code: Readonly<Record<Name, FixedCode>> = {
  deepest: {
    name: "deepest",
    isType: false,
    needs: [],
    comment: "/** Values that nest deeper are not told apart below. */",
    ts: "const deepest = 400;",
    js: "const deepest = 400;",
    declaration: "declare const deepest = 400;",
  },
  digestOf: {
    name: "digestOf",
    isType: false,
    needs: ["orderedText"],
    comment:
      "/**\n * A digest of JSON, of 16 hexadecimal digits: the same whatever the order of keys. It tells\n * what has changed from what has not, and protects from nobody.\n */",
    ts: 'function digestOf(value: unknown): string {\n  const text = orderedText(value, 0);\n  let [first, second] = [0x811c9dc5, 0x9747b28c];\n  for (let i = 0; i < text.length; i++) {\n    const code = text.charCodeAt(i);\n    first = Math.imul(first ^ code, 0x01000193);\n    second = Math.imul(second ^ (code + i), 0x85ebca6b) ^ (first >>> 15);\n  }\n  return [first, second]\n    .map((half) => (half >>> 0).toString(16).padStart(8, "0"))\n    .join("");\n}',
    js: 'function digestOf(value) {\n  const text = orderedText(value, 0);\n  let [first, second] = [0x811c9dc5, 0x9747b28c];\n  for (let i = 0; i < text.length; i++) {\n    const code = text.charCodeAt(i);\n    first = Math.imul(first ^ code, 0x01000193);\n    second = Math.imul(second ^ (code + i), 0x85ebca6b) ^ (first >>> 15);\n  }\n  return [first, second]\n    .map((half) => (half >>> 0).toString(16).padStart(8, "0"))\n    .join("");\n}',
    declaration: "declare function digestOf(value: unknown): string;",
  },
  sets: {
    name: "sets",
    isType: false,
    needs: [],
    comment:
      "/** Keywords whose lists mean the same in any order: some servers list them anew each time. */",
    ts: 'const sets: readonly string[] = [\n  "required",\n  "enum",\n  "type",\n  "anyOf",\n  "oneOf",\n  "allOf",\n];',
    js: 'const sets = ["required", "enum", "type", "anyOf", "oneOf", "allOf"];',
    declaration: "declare const sets: readonly string[];",
  },
  orderedText: {
    name: "orderedText",
    isType: false,
    needs: ["deepest", "sets"],
    comment:
      "/** JSON whose keys are in order, and the lists of such keywords. */",
    ts: 'function orderedText(\n  value: unknown,\n  depth: number,\n  keyword = "",\n): string {\n  if (typeof value !== "object" || value === null)\n    return JSON.stringify(value) ?? "null";\n  if (depth > deepest) return "deeper";\n  if (Array.isArray(value)) {\n    const items = value.map((item) => orderedText(item, depth + 1));\n    return `[${(sets.includes(keyword) ? items.sort() : items).join()}]`;\n  }\n  const fields = Object.entries(value)\n    .filter(([, inner]) => inner !== undefined)\n    .sort(([a], [b]) => (a < b ? -1 : 1))\n    .map(\n      ([key, inner]) =>\n        `${JSON.stringify(key)}:${orderedText(inner, depth + 1, key)}`,\n    );\n  return `{${fields.join()}}`;\n}',
    unexported:
      'function orderedText(value: unknown, depth: number, keyword = ""): string {\n  if (typeof value !== "object" || value === null)\n    return JSON.stringify(value) ?? "null";\n  if (depth > deepest) return "deeper";\n  if (Array.isArray(value)) {\n    const items = value.map((item) => orderedText(item, depth + 1));\n    return `[${(sets.includes(keyword) ? items.sort() : items).join()}]`;\n  }\n  const fields = Object.entries(value)\n    .filter(([, inner]) => inner !== undefined)\n    .sort(([a], [b]) => (a < b ? -1 : 1))\n    .map(\n      ([key, inner]) =>\n        `${JSON.stringify(key)}:${orderedText(inner, depth + 1, key)}`,\n    );\n  return `{${fields.join()}}`;\n}',
    js: 'function orderedText(value, depth, keyword = "") {\n  if (typeof value !== "object" || value === null)\n    return JSON.stringify(value) ?? "null";\n  if (depth > deepest) return "deeper";\n  if (Array.isArray(value)) {\n    const items = value.map((item) => orderedText(item, depth + 1));\n    return `[${(sets.includes(keyword) ? items.sort() : items).join()}]`;\n  }\n  const fields = Object.entries(value)\n    .filter(([, inner]) => inner !== undefined)\n    .sort(([a], [b]) => (a < b ? -1 : 1))\n    .map(\n      ([key, inner]) =>\n        `${JSON.stringify(key)}:${orderedText(inner, depth + 1, key)}`,\n    );\n  return `{${fields.join()}}`;\n}',
    declaration:
      'declare function orderedText(\n  value: unknown,\n  depth: number,\n  keyword = "",\n): string;',
  },
  KnownItem: {
    name: "KnownItem",
    isType: true,
    needs: [],
    comment:
      "/** What was listed, by its name: digests of what goes in and of what comes out. */",
    ts: "type KnownItem = readonly [name: string, args?: string, result?: string];",
  },
  knownTool: {
    name: "knownTool",
    isType: false,
    needs: ["KnownItem", "digestOf"],
    comment: "/** What calls of a tool go by. */",
    ts: "function knownTool(tool: {\n  readonly name: string;\n  readonly inputSchema: unknown;\n  readonly outputSchema?: unknown;\n}): KnownItem {\n  const { name, inputSchema, outputSchema } = tool;\n  const args = digestOf(inputSchema);\n  return outputSchema === undefined\n    ? [name, args]\n    : [name, args, digestOf(outputSchema)];\n}",
    js: "function knownTool(tool) {\n  const { name, inputSchema, outputSchema } = tool;\n  const args = digestOf(inputSchema);\n  return outputSchema === undefined\n    ? [name, args]\n    : [name, args, digestOf(outputSchema)];\n}",
    declaration:
      "declare function knownTool(tool: {\n  readonly name: string;\n  readonly inputSchema: unknown;\n  readonly outputSchema?: unknown;\n}): KnownItem;",
  },
  knownPrompt: {
    name: "knownPrompt",
    isType: false,
    needs: ["KnownItem", "digestOf"],
    comment: "/** What fetching a prompt goes by. */",
    ts: 'function knownPrompt(prompt: {\n  readonly name: string;\n  readonly arguments?:\n    | readonly {\n        readonly name: string;\n        readonly required?: boolean | undefined;\n      }[]\n    | undefined;\n}): KnownItem {\n  const args = (prompt.arguments ?? []).map(\n    (one) => `${one.required === true ? "" : "?"}${one.name}`,\n  );\n  return [prompt.name, digestOf(args.sort())];\n}',
    js: 'function knownPrompt(prompt) {\n  const args = (prompt.arguments ?? []).map(\n    (one) => `${one.required === true ? "" : "?"}${one.name}`,\n  );\n  return [prompt.name, digestOf(args.sort())];\n}',
    declaration:
      "declare function knownPrompt(prompt: {\n  readonly name: string;\n  readonly arguments?:\n    | readonly {\n        readonly name: string;\n        readonly required?: boolean | undefined;\n      }[]\n    | undefined;\n}): KnownItem;",
  },
  knownTemplate: {
    name: "knownTemplate",
    isType: false,
    needs: ["KnownItem"],
    comment: "/** What reading resources goes by. */",
    ts: "function knownTemplate(template: {\n  readonly uriTemplate: string;\n}): KnownItem {\n  return [template.uriTemplate];\n}",
    unexported:
      "function knownTemplate(template: { readonly uriTemplate: string }): KnownItem {\n  return [template.uriTemplate];\n}",
    js: "function knownTemplate(template) {\n  return [template.uriTemplate];\n}",
    declaration:
      "declare function knownTemplate(template: {\n  readonly uriTemplate: string;\n}): KnownItem;",
  },
};
