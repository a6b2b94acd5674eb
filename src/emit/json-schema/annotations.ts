import type { Annotated, Constraints } from "../../model/type.ts";
import type { JsonSchema } from "./schema.ts";

/** What doc comments say of a schema: the description, and the keywords of tags. */
export type Annotate = (annotated: Annotated | undefined) => JsonSchema;

export function createAnnotate(
  describe: (text: string) => string,
  docs: boolean,
): Annotate {
  return (annotated) => {
    const text = docs ? annotated?.comment?.text : undefined;
    return {
      ...(text !== undefined && { description: describe(text) }),
      ...keywords(annotated?.constraints ?? {}),
    };
  };
}

function keywords({ nullable: _, type, ...others }: Constraints): JsonSchema {
  return { ...(type !== undefined && { type: typeNames(type) }), ...others };
}

/** The tag names a type, or lists several as JSON. */
function typeNames(text: string): string | string[] {
  if (!text.startsWith("[")) return text;
  try {
    // The brackets promise a list of names; any other list is as wrong as its text.
    return JSON.parse(text) as string[];
  } catch {
    return text;
  }
}

/** What stays of an inline schema that turns out to be a reference. */
export function annotationsOnly(schema: JsonSchema): JsonSchema {
  const { description, title } = schema;
  return {
    ...(description !== undefined && { description }),
    ...(title !== undefined && { title }),
    ...(Object.hasOwn(schema, "default") && { default: schema.default }),
  };
}
