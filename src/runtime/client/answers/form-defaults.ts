import { formOf, mismatch } from "../../wire/form-answer.ts";
import { isObject, type JsonObject } from "../../wire/message.ts";

/**
 * An accepted form with the defaults of the fields that were left out. A default
 * that does not fit its own field is none.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Requested Schema}
 */
export function withDefaults(params: unknown, answer: JsonObject): JsonObject {
  const form = formOf(params, answer);
  if (!form) return answer;
  const { properties, content } = form;
  const left = Object.entries(properties).flatMap(([name, field]) => {
    const given = Object.hasOwn(content, name) && content[name] !== undefined;
    const isUsable =
      !given &&
      isObject(field) &&
      field["default"] !== undefined &&
      !mismatch(field, field["default"]);
    return isUsable ? [[name, field["default"]] as const] : [];
  });
  if (left.length === 0) return answer;
  return { ...answer, content: { ...content, ...Object.fromEntries(left) } };
}
