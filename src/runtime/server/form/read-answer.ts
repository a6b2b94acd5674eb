import { describeIssue, InvalidMessageError } from "../../protocol/errors.ts";
import { objectOf } from "../../protocol/message.ts";
import type { Schema, SchemaIssue } from "../../features/schema/schema.ts";

/**
 * What became of a form: a person filled it in, and `content` is what the schema
 * makes of that; or said no (`decline`), or closed it (`cancel`).
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Response Actions}
 */
export type FormAnswer<Content> =
  | {
      /** The form was filled in. */
      readonly action: "accept";
      /** What the schema makes of what was filled in. */
      readonly content: Content;
    }
  | {
      /** The user said no, or closed the form. */
      readonly action: "decline" | "cancel";
      /** There is none. */
      readonly content?: undefined;
    };

/**
 * What a schema makes of a client's answer to its form. Throws an
 * InvalidMessageError for one that the schema refuses.
 */
export async function readAnswer(
  key: string,
  schema: Schema,
  value: unknown,
): Promise<FormAnswer<unknown>> {
  const { action, content = {} } = objectOf(value);
  if (action !== "accept")
    return { action: action === "decline" ? action : "cancel" };
  const checked = await schema["~standard"].validate(content);
  const [issue] = checked.issues ?? schema.formIssues?.(content) ?? [];
  if ("value" in checked && !issue) return { action, content: checked.value };
  throw answerMisfit(key, issue ?? { message: "" }, value);
}

/** Returns the error for an answer that does not fit its question. */
export function answerMisfit(
  key: string,
  { path = [], message }: SchemaIssue,
  value: unknown,
): InvalidMessageError {
  const at = path.map((part) =>
    String(typeof part === "object" ? part.key : part),
  );
  return new InvalidMessageError(
    `The answer to "${key}" does not fit: ${describeIssue({ path: at, message })}`,
    ["content", ...at],
    { value },
  );
}
