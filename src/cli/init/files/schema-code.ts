import type { SchemaLibrary } from "../answers.ts";
import type { Imported } from "./imported.ts";

/** How a tool says in a library that it takes a name. */
export interface SchemaCode {
  imports: readonly string[];
  /** Statements after the imports. */
  setup: readonly string[];
  /** What else is imported of the protocol's package. */
  names: readonly string[];
  /** The options of the tool, a line each. */
  options: readonly string[];
  /** The packages that it needs. */
  packages: readonly string[];
}

/** `version` is that of the library which the project has, or what it says of it. */
export function schemaCode(
  library: SchemaLibrary,
  version: string | undefined,
  imported: Imported,
): SchemaCode {
  const none = { imports: [], setup: [], names: [] };
  switch (library) {
    case "zod":
      return { ...none, ...zodCode(version) };
    case "valibot":
      return {
        ...none,
        imports: [
          `import { toStandardJsonSchema } from "@valibot/to-json-schema";`,
          `import * as v from "valibot";`,
        ],
        options: [
          "input: toStandardJsonSchema(v.object({ name: v.string() })),",
        ],
        packages: ["valibot", "@valibot/to-json-schema"],
      };
    case "arktype":
      return {
        ...none,
        imports: [`import { type } from "arktype";`],
        options: [`input: type({ name: "string" }),`],
        packages: ["arktype"],
      };
    case "ajv":
      return {
        imports: [
          `import { Ajv2020 } from "ajv/dist/2020.js";`,
          `import { fromAjv } from "${imported.entry("registry/ajv")}";`,
        ],
        setup: ["const ajv = fromAjv(new Ajv2020());", ""],
        names: ["jsonSchema"],
        options: [
          "input: jsonSchema<{ name: string }>(",
          "  {",
          `    type: "object",`,
          `    properties: { name: { type: "string" } },`,
          `    required: ["name"],`,
          "  },",
          "  ajv,",
          "),",
        ],
        packages: ["ajv"],
      };
    default: {
      const never: never = library;
      return never;
    }
  }
}

/** zod 3.25 has its fourth version in a folder; before 4.2 a schema needs the converter. */
function zodCode(
  version: string | undefined,
): Pick<SchemaCode, "imports" | "options" | "packages"> {
  const [, major = "4", minor = major === "4" ? "2" : "0"] =
    /(\d+)(?:\.(\d+))?/.exec(version ?? "") ?? [];
  const isThree = major === "3";
  const isOld = isThree || (major === "4" && Number(minor) < 2);
  return {
    imports: [`import * as z from "${isThree ? "zod/v4" : "zod"}";`],
    options: [
      "input: z.object({ name: z.string() }),",
      ...(isOld ? ["toJSONSchema: z.toJSONSchema,"] : []),
    ],
    packages: ["zod"],
  };
}
