import type { Listing } from "../../../src/contracts/snapshot/listed.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";
import { payloads } from "../../support/hostile.ts";

const call = "globalThis.canary()";

/** What tries to break out of what this generator makes of a description. */
const texts: readonly string[] = [
  ...payloads,
  `*\u200b/ ${call}; /*`,
  `\n */\n${call};\n/**`,
  `{@link x} */ ${call} /*`,
  `@example\n \`\`\`ts\n*/${call}`,
  `/* @__PURE__ */ ${call}`,
  `--><script>${call}</script>`,
  `\u001b]0;owned\u0007\u001b[2J`,
  "\u202etxet\u2066",
  "/etc/passwd",
  "..\\..\\escape",
  "CON",
  "node_modules/x",
  "close",
  "client",
  "tools",
  "prompts",
  "resources",
  "tasks",
  "then",
  "toJSON",
  "prototype",
  "default",
  "isString",
  "structured",
  "connectHostile",
  "getSum",
  "get_sum",
  "get-sum",
  "GetSum",
  "get sum",
];

export const hostileTexts: readonly string[] = [...new Set(texts)];

/** Names that a tool, a prompt or an argument can have: some. */
const names = hostileTexts.filter((text) => text !== "");

/** Says everything that a schema can say, with a text in each place that takes one. */
export function hostileSchema(text: string, fetched: string): JsonObject {
  const described = { title: text, description: text, $comment: text };
  return {
    ...described,
    type: "object",
    $id: `${fetched}/id/${encoded(text)}`,
    $defs: Object.fromEntries([
      [text, { ...described, type: "string", format: text }],
    ]),
    properties: Object.fromEntries([
      [text, { ...described, enum: [text, 1, null, { [text]: text }] }],
      [
        `${text} one`,
        { ...described, const: { a: [text] }, examples: [text, text] },
      ],
      [
        `${text} two`,
        { ...described, type: "string", default: text, deprecated: true },
      ],
      ["self", { $ref: "#" }],
      [
        "other",
        {
          $ref: `#/$defs/${encoded(pointed(text))}`,
        },
      ],
    ]),
    patternProperties: { [`^${escaped(text)}$`]: { type: "number" } },
    required: [text],
    dependentRequired: Object.fromEntries([[text, [`${text} two`]]]),
  };
}

/** A name in a JSON Pointer. */
function pointed(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A text in an address; a half of a surrogate pair stays as it is. */
function encoded(text: string): string {
  return text.replace(/[^\ud800-\udfff]+/g, encodeURIComponent);
}

/** A text as a pattern that matches it. */
function escaped(text: string): string {
  return text
    .slice(0, 100)
    .replace(/[\ud800-\udfff]/g, "")
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** What a server lists in which everything that is a text is hostile, for the address `fetched`. */
export function hostileListing(fetched: string): Listing {
  const all = hostileTexts.join("\n");
  const prose = (text: string): JsonObject => ({
    title: text,
    description: text,
    icons: [{ src: `${fetched}/icon.png` }],
    _meta: { "example.com/text": text },
  });
  return {
    serverInfo: {
      ...{ name: all, version: all, title: all },
      websiteUrl: `${fetched}/site`,
    },
    protocolVersion: all,
    tools: names.map((name) => ({
      ...prose(name),
      name,
      inputSchema: hostileSchema(name, fetched),
      outputSchema: hostileSchema(name, fetched),
      annotations: { title: name },
    })),
    prompts: names.map((name, index) => ({
      ...prose(name),
      name,
      arguments: names.slice(index, index + 5).map((argument, at) => ({
        ...{ name: argument, description: name, required: at % 2 === 0 },
      })),
    })),
    resources: names.map((name) => ({
      ...prose(name),
      name,
      uri: `hostile:${encoded(name)}/${name}`,
      mimeType: name,
    })),
    resourceTemplates: names.map((name, index) => ({
      ...prose(name),
      name,
      uriTemplate: `hostile:${index}/{${name}}{?${name}*,b}`,
    })),
  };
}
