import {
  printSchemaConstants,
  printSchemaValidator,
  type SchemaConstant,
} from "../../src/description/schemas/constants.ts";
import { renderModule } from "../../src/emit/print/render.ts";

/** What the schemas below ask for. */
export interface ForecastInput {
  readonly city: string;
}

export interface ForecastResult {
  readonly degrees: number;
}

/** Arguments of a tool, with all that is listed of them. */
export const inputSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  title: "Forecast",
  properties: { city: { type: "string", description: "Which one" } },
  required: ["city"],
  additionalProperties: { pattern: "^(a+)+$" },
};

export const outputSchema = {
  type: "object",
  properties: { degrees: { type: "number" } },
  required: ["degrees"],
};

export const constants: readonly SchemaConstant[] = [
  {
    name: "forecastInput",
    type: "ForecastInput",
    schema: inputSchema,
    unchecked: [
      {
        path: ["additionalProperties", "pattern"],
        part: 'pattern "^(a+)+$"',
        reason: "it may take very long",
      },
    ],
  },
  {
    name: "forecastResult",
    type: "ForecastResult",
    schema: outputSchema,
    unchecked: [],
  },
];

/** Guards as a compiler of schemas would print them, in JavaScript. */
export const guards = `
export function validateForecastInput(value) {
  return typeof value?.city === "string"
    ? undefined
    : { path: ["city"], message: "expected a string, found nothing" };
}
export function validateForecastResult(value) {
  return typeof value?.degrees === "number"
    ? undefined
    : { path: ["degrees"], message: "expected a number, found nothing" };
}`;

/** A module of two compiled schemas, in JavaScript. */
export function handWritten(): string {
  const items = [
    ...printSchemaConstants(constants),
    ...printSchemaValidator("validator", constants),
  ];
  const module = { path: "schemas", header: [], items };
  const options = { target: "js", importExtension: ".js" } as const;
  const [file] = renderModule(module, options);
  return `${guards}\n${file?.text ?? ""}`;
}
