import type { ImportName, Item, Module } from "../../emit/print/module.ts";
import { sharedTypes, toolTypes } from "./fixed.ts";
import type { ClientPlan } from "./plan.ts";

/** What of a client is emitted. */
export interface Parts {
  readonly guards: boolean;
  readonly client: boolean;
}

/** `index.ts`: what users import. */
export function indexModule(
  { type, tools }: ClientPlan,
  header: readonly string[],
  { guards, client }: Parts,
): Module {
  const named = (names: readonly string[]): ImportName[] =>
    [...names].sort().map((name) => ({ name }));
  const own = ["", "Members", "Options", "Prompts", "Resources", "Tools"];
  const types = [
    ...own.map((suffix) => type + suffix),
    ...(tools.length > 0 ? [`${type}Tasks`, ...toolTypes] : []),
    ...sharedTypes,
  ];
  const items: Item[] = [
    ...(client
      ? ([
          {
            kind: "reexport",
            types: false,
            names: [{ name: `connect${type}` }],
            from: "./client",
          },
          {
            kind: "reexport",
            types: true,
            names: named(types),
            from: "./client",
          },
        ] as const)
      : []),
    ...(guards
      ? ([
          {
            kind: "reexport",
            types: false,
            namespace: "guards",
            from: "./guards",
          },
        ] as const)
      : []),
    { kind: "reexport", types: true, from: "./types" },
  ];
  return { path: "index", header, items };
}
