import { formOf } from "../../protocol/form-answer.ts";
import { objectOf } from "../../protocol/message.ts";
import { formatIssues } from "../../protocol/validation/form-formats.ts";
import type { SchemaIssue } from "../../features/schema/schema.ts";
import { answerMisfit } from "./read-answer.ts";

/**
 * Returns a client's answer to a form that a handler wrote itself, with the fields
 * that were asked for. Throws an InvalidMessageError for a value that is not of the
 * format of its field, and for other fields where the form allows none.
 */
export function readForm(
  key: string,
  params: unknown,
  value: unknown,
): unknown {
  const form = formOf(params, objectOf(value));
  // A form without fields says nothing about them.
  if (!form || Object.keys(form.properties).length === 0) return value;
  const { properties, content } = form;
  const unknown = Object.keys(content).filter(
    (name) => !Object.hasOwn(properties, name),
  );
  const { requestedSchema } = objectOf(params);
  const isClosed = objectOf(requestedSchema)["additionalProperties"] === false;
  const [issue] = [
    ...formatIssues({ properties }, content),
    ...(isClosed ? unknown.map(unknownField) : []),
  ];
  if (issue) throw answerMisfit(key, issue, value);
  if (unknown.length === 0) return value;
  const asked = Object.entries(content).filter(([name]) =>
    Object.hasOwn(properties, name),
  );
  return { ...objectOf(value), content: Object.fromEntries(asked) };
}

function unknownField(name: string): SchemaIssue {
  return { path: [name], message: "the form has no such field" };
}
