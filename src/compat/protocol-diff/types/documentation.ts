import type { Annotated } from "../../../schema/model/index.ts";
import type { Difference, TypePlace } from "./comparison.ts";

/** What is said to people of a type or a field, where both schemas say anything. */
export function compareSaid(
  before: Annotated,
  after: Annotated,
  { path, subject, owner }: TypePlace,
): Difference[] {
  const [old, now] = [saidOf(before), saidOf(after)];
  if (old === now) return [];
  return [
    {
      kind: "documentation",
      subject,
      rule: "documentation",
      path,
      ...(old !== "" && { before: old }),
      ...(now !== "" && { after: now }),
      ...(owner !== undefined && { owner }),
    },
  ];
}

function saidOf({
  comment,
  deprecated,
  internal,
  category,
  constraints,
}: Annotated): string {
  const { text, tags = [] } = comment ?? {};
  const lines = [
    text,
    ...tags.map((tag) => `@${tag.name} ${tag.text ?? ""}`.trimEnd()),
    deprecated && `@deprecated ${comment?.deprecated ?? ""}`.trimEnd(),
    internal && "@internal",
    category !== undefined && `@category ${category}`,
    constraints?.format !== undefined && `@format ${constraints.format}`,
    constraints?.default !== undefined &&
      `@default ${JSON.stringify(constraints.default)}`,
  ];
  return lines.filter((line) => typeof line === "string").join("\n");
}
