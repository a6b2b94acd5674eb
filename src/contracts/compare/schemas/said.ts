import { canonicalText } from "../../../schema/json-schema/index.ts";
import { subjectAt, type Difference, type Pair } from "./difference.ts";

/** What is said to people of two schemas in the same place. */
export function compareSaid({ before, after, path, way }: Pair): Difference[] {
  const [old, now] = [saidOf(before.schema), saidOf(after.schema)];
  if (old === now) return [];
  return [
    {
      kind: "documentation",
      subject: subjectAt(way, path),
      rule: "documentation",
      path,
      ...(old !== "" && { before: old }),
      ...(now !== "" && { after: now }),
    },
  ];
}

function saidOf(schema: Pair["before"]["schema"]): string {
  const { title, description, deprecated, format, examples } = schema;
  const lines = [
    ...[title, description].filter((one) => one !== undefined),
    ...(deprecated === true ? ["@deprecated"] : []),
    ...(format === undefined ? [] : [`@format ${format}`]),
    ...("default" in schema
      ? [`@default ${canonicalText(schema.default)}`]
      : []),
    ...(examples ?? []).map((one) => `@example ${canonicalText(one)}`),
  ];
  return lines.join("\n");
}
