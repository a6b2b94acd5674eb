import { InvalidMessageError } from "../../wire/errors.ts";
import { isObject } from "../../wire/message.ts";
import { describeIssues } from "../schema/issues.ts";
import type { Schema } from "../schema/schema.ts";

/**
 * What became of a form: a person filled it in, and `content` is what the schema
 * makes of that; or said no (`decline`), or closed it (`cancel`).
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Response Actions}
 */
export type FormAnswer<Content> =
  | { readonly action: "accept"; readonly content: Content }
  | { readonly action: "decline" | "cancel"; readonly content?: undefined };

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
  const issues = checked.issues ?? schema.formIssues?.(content) ?? [];
  if (!checked.issues && issues.length === 0)
    return { action: "accept", content: checked.value };
  const reason = `The answer to "${key}" does not fit:\n${describeIssues(issues)}`;
  throw new InvalidMessageError(reason, ["content"], { value });
}
