import { mismatch, type Form } from "../../protocol/form-answer.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";

/**
 * What was filled into a form, with the defaults of the fields that were left
 * out. A default that does not fit its own field is none.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Requested Schema}
 */
export function withDefaults({ properties, content }: Form): JsonObject {
  const left = Object.entries(properties).flatMap(([name, field]) => {
    const given = Object.hasOwn(content, name) && content[name] !== undefined;
    const isUsable =
      !given &&
      isObject(field) &&
      field["default"] !== undefined &&
      !mismatch(field, field["default"]);
    return isUsable ? [[name, field["default"]] as const] : [];
  });
  return left.length === 0
    ? content
    : { ...content, ...Object.fromEntries(left) };
}
