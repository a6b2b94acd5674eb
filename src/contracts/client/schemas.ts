import type { NamedSchema } from "../../schema/model/json-schema.ts";
import type { ClientPlan } from "./plan.ts";

/** The schemas of a client that are understood, each with the name of its type. */
export function clientSchemas({ tools }: ClientPlan): NamedSchema[] {
  return tools.flatMap(({ args, result }) =>
    [args, result].flatMap((one) =>
      one?.document === undefined
        ? []
        : [{ name: one.type, document: one.document }],
    ),
  );
}
