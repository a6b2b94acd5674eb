import { describeIssue, InvalidMessageError } from "../../wire/errors.ts";
import { isObject } from "../../wire/message.ts";
import type { Schema } from "../../features/schema/schema.ts";

/**
 * What became of a form: a person filled it in, and `content` is what the schema
 * makes of that; or said no (`decline`), or closed it (`cancel`).
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Response Actions}
 */
export type FormAnswer<Content> =
  | {
      readonly action: "accept";
      /** What was filled in, as the schema gives it back. */
      readonly content: Content;
    }
  | {
      /** The person said no, or closed the question. */
      readonly action: "decline" | "cancel";
      readonly content?: undefined;
    };

/**
 * What a schema makes of a client's answer to its form. Throws an
 * InvalidMessageError for one that the schema refuses, or that is none.
 */
export async function readAnswer(
  key: string,
  schema: Schema,
  value: unknown,
): Promise<FormAnswer<unknown>> {
  const { action, content = {} } = isObject(value) ? value : {};
  if (action === "decline" || action === "cancel") return { action };
  const checked =
    action === "accept"
      ? await schema["~standard"].validate(content)
      : { issues: [{ message: "it answers no form" }] };
  const [issue] = checked.issues ?? schema.formIssues?.(content) ?? [];
  if (!checked.issues && !issue)
    return { action: "accept", content: checked.value };
  const { path = [], message = "not valid" } = issue ?? {};
  const at = path.map((part) =>
    String(typeof part === "object" ? part.key : part),
  );
  throw new InvalidMessageError(
    `The answer to "${key}" does not fit: ${describeIssue({ path: at, message })}`,
    ["content", ...at],
    { value },
  );
}
