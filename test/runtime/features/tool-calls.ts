import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { fromAjv } from "../../../src/runtime/registry/ajv.ts";

export const city = z.object({ city: z.string() });

export const ajv = fromAjv(new Ajv2020({ allErrors: true }));

/** The params of `tools/call`. */
export function call(
  name: string,
  args?: object,
): { name: string; arguments?: object } {
  return { name, ...(args && { arguments: args }) };
}
