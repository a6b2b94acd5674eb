import { printSchemaGuards } from "../../emit/guards/schemas.ts";
import { named } from "../../emit/print/layout.ts";
import type { Module } from "../../emit/print/module.ts";
import type { ClientPlan } from "./plan.ts";
import { clientSchemas } from "./schemas.ts";

/** `guards.ts`: what tells whether arguments and results fit their schemas, without `eval`. */
export function guardsModule(
  plan: ClientPlan,
  header: readonly string[],
  docs: boolean,
): Module {
  const schemas = clientSchemas(plan);
  return {
    path: "guards",
    header,
    items: [
      // What nothing refers to, compilers may be told to refuse.
      ...(schemas.length > 0
        ? ([
            {
              kind: "import",
              types: true,
              names: [],
              namespace: "types",
              from: "./types",
            },
          ] as const)
        : []),
      ...printSchemaGuards(schemas, {
        docs,
        typeName: (name) => named(name, "types"),
      }),
    ],
  };
}
