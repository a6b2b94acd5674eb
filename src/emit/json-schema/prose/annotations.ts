import type {
  Annotated,
  Comment,
  Constraints,
} from "../../../schema/model/index.ts";
import type { JsonSchema } from "../schema/schema.ts";

/** What doc comments say of a schema: the description, and the keywords of tags. */
export type Annotate = (annotated: Annotated | undefined) => JsonSchema;

export function createAnnotate(
  describe: (text: string) => string,
  docs: boolean,
): Annotate {
  return ({ comment, constraints } = {}) => ({
    ...(docs && comment !== undefined && prose(comment, describe)),
    ...(constraints !== undefined && keywords(constraints)),
  });
}

/** A `@description` replaces the text before the tags. */
function prose(
  { text, tags = [] }: Comment,
  describe: (text: string) => string,
): JsonSchema {
  const said = (name: string): string | undefined =>
    tags.findLast((tag) => tag.name === name)?.text;
  const description = said("description") ?? text;
  const title = said("title");
  const examples = said("examples");
  return {
    ...(description !== undefined && { description: describe(description) }),
    ...(title !== undefined && { title }),
    ...(examples !== undefined && { examples: jsonOrText(examples) }),
  };
}

function keywords({ nullable: _, type, ...others }: Constraints): JsonSchema {
  return { ...(type !== undefined && { type: typeNames(type) }), ...others };
}

/** A tag holds a JSON value; what is not JSON is meant as a string. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The tag names a type, or lists several as JSON. */
function typeNames(text: string): string | string[] {
  // The brackets promise a list of names; any other list is as wrong as its text.
  return text.startsWith("[") ? (jsonOrText(text) as string | string[]) : text;
}

/** What stays of an inline schema that turns out to be a reference. */
export function annotationsOnly(schema: JsonSchema): JsonSchema {
  const { description, title, examples } = schema;
  return {
    ...(description !== undefined && { description }),
    ...(title !== undefined && { title }),
    ...(examples !== undefined && { examples }),
    ...(Object.hasOwn(schema, "default") && { default: schema.default }),
  };
}
