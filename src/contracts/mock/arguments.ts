import { guardModule } from "../guard-module.ts";
import type { SchemaDocument } from "../../schema/model/json-schema.ts";
import type { Schema } from "../../runtime/index.ts";

type Check = (
  value: unknown,
) =>
  | { readonly path: readonly (string | number)[]; readonly message: string }
  | undefined;

/**
 * The arguments of a tool, checked as the code that is generated of the schema checks them,
 * where that could be read. It is compiled at the first call.
 */
export function argumentsSchema(document: SchemaDocument | undefined): Schema {
  const ofObject = (): { type: string } => ({ type: "object" });
  let check: Promise<Check> | undefined;
  return {
    "~standard": {
      version: 1,
      vendor: "mcp-gen",
      async validate(value) {
        if (!document) return { value };
        check ??= compile(document);
        const issue = (await check)(value);
        return issue === undefined ? { value } : { issues: [issue] };
      },
      jsonSchema: { input: ofObject, output: ofObject },
    },
  };
}

async function compile(document: SchemaDocument): Promise<Check> {
  const text = encodeURIComponent(guardModule(document));
  const module: { validateValue: Check } = await import(
    `data:text/javascript,${text}`
  );
  return module.validateValue;
}
