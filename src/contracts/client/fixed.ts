import { code as drift } from "../../emit/fixed/drift.ts";
import { fixedItem, neededCode } from "../../emit/print/fixed-item.ts";
import { code as listDigest } from "../../emit/fixed/list-digest.ts";
import { code as typedClient } from "../../emit/fixed/typed-client.ts";
import { code as typedConnection } from "../../emit/fixed/typed-connection.ts";
import type { FixedCode, Item } from "../../emit/print/module.ts";

/** What a module needs of the code that is the same in all clients. */
export interface Needs {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
}

/** The types that users of a client may name. */
export const sharedTypes: readonly string[] = [
  "ArgumentsError",
  "ClientExtensions",
  "ConnectionOptions",
  "Drift",
  "DriftChange",
];

/** Those that only users of tools may. */
export const toolTypes: readonly string[] = [
  "ToolFunction",
  "ToolResult",
  "ToolTask",
  "ToolTaskFunction",
];

/** The code that is the same in all clients, as far as one needs it. */
export function fixedCode({ tools, prompts, resources }: Needs): Item[] {
  const codes = [
    ...neededCode(typedConnection, [
      "openConnection",
      "ConnectionOptions",
      "TypedClient",
      "ClientExtensions",
    ]),
    ...neededCode(typedClient, [
      ...["Connection", "ArgumentsError"],
      ...(tools ? ["toolFunction", "ToolFunction"] : []),
      ...(tools ? ["toolTaskFunction", "ToolTaskFunction"] : []),
      ...(prompts ? ["promptFunction", "PromptFunction"] : []),
      ...(resources ? ["resourceFunction", "ResourceFunction"] : []),
    ]),
    ...neededCode(drift, ["watchLists"]),
    ...neededCode(listDigest, ["knownTool", "knownPrompt", "knownTemplate"]),
  ];
  return codes.map((code) => fixedItem(code, code.isType));
}

/** Every name that the fixed code declares: no name of a server's is one of them. */
export const fixedNames: ReadonlySet<string> = new Set(
  [typedConnection, typedClient, drift, listDigest].flatMap((template) =>
    Object.keys(template),
  ),
);

/** What the runtime has that the fixed code refers to. */
const ofRuntime = {
  values: ["InvalidMessageError", "ToolError"],
  types: ["CallOptions", "Client", "ClientOptions"],
} as const;

/** The names of the runtime that some items refer to: values, and types alone. */
export function runtimeNames(items: readonly Item[]): {
  readonly values: readonly string[];
  readonly types: readonly string[];
} {
  const texts = items.flatMap((item) =>
    item.kind === "fixed" ? [(item as FixedCode).ts] : [],
  );
  const isNamed = (name: string): boolean =>
    texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  return {
    values: ofRuntime.values.filter(isNamed),
    types: ofRuntime.types.filter(isNamed),
  };
}
