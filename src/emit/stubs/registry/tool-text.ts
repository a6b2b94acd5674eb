import type { JsonSchema } from "../../json-schema/index.ts";
import type { Text } from "../texts.ts";
import type { Fields, FactoryPlace } from "./objects.ts";

/** What the runtime makes of a text that a handler returns, or of an error that it throws. */
const texts: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    properties: { type: { const: "text" }, text: { type: "string" } },
    required: ["type", "text"],
  },
};

/** What is true of tools whose lists and results are as a revision has them. */
export function toolText({ item, results, objects }: FactoryPlace): Text {
  const takes = (flags: Fields): boolean =>
    results.some((form) => objects.takes(form, { content: texts }, flags));
  const isFailure = { isError: { const: true } };
  const hasFlag = results.some(({ properties = {} }) =>
    Object.hasOwn(properties, "isError"),
  );
  return {
    short:
      "A tool, for a server's `features`: a function that a model can call.",
    more: `Arguments are checked against \`input\` before the handler runs, and what it
returns against \`output\`, where there is one. ${
      takes(isFailure) ? ofFailures(hasFlag) : noFailures(takes({}))
    } Throws a TypeError for a name or a
schema that is not sound.`,
    ...(takes({}) && { example: example(Object.keys(item.properties ?? {})) }),
  };
}

function ofFailures(hasFlag: boolean): string {
  return `A text is what the model reads. So is
the message of an error that the handler throws: the result has \`isError\` then, ${
    hasFlag ? "and" : "which\nthis revision does not declare, and"
  }
\`ToolError\` is for failures that are no surprise.`;
}

function noFailures(hasTexts: boolean): string {
  return `${
    hasTexts ? "A text is what the model reads." : "It returns a whole result."
  }
Results of this revision have no place for what the handler throws: it would be sent as
\`content\` with \`isError\` all the same, so catch it, and return what the revision has
for a failure.`;
}

/** A call that has what the revision's tools have. */
function example(has: readonly string[]): string {
  return [
    "const forecast = tool(",
    '  "forecast",',
    "  {",
    ...(has.includes("description")
      ? ['    description: "The weather of the next days in a city",']
      : []),
    "    input: z.object({ city: z.string(), days: z.int().default(3) }),",
    ...(has.includes("annotations")
      ? ["    annotations: { readOnlyHint: true },"]
      : []),
    "  },",
    "  async ({ city, days }, context) => {",
    "    context.progress(0, days);",
    "    return `${days} sunny days in ${city}`;",
    "  },",
    ");",
  ].join("\n");
}
