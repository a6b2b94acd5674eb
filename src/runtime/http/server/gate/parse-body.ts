import { PARSE_ERROR } from "../../../protocol/errors.ts";
import {
  checkValue,
  JsonLimitError,
  parseJson,
  type JsonLimits,
} from "../../../protocol/validation/parse-json.ts";
import { refuse, type Body, type Refusal } from "../refusal.ts";

/** A parsed body, or the reason why it is refused. */
export type Parsed =
  { readonly kind: "value"; readonly value: unknown } | Refusal;

/** Parses a body that is within its limits. */
export function parseBody(body: Body, limits: JsonLimits): Parsed {
  if (body.kind === "refused") return body;
  try {
    if (body.kind === "text")
      return { kind: "value", value: parseJson(body.text, limits) };
    checkValue(body.value, limits);
    return body;
  } catch (error) {
    return error instanceof JsonLimitError
      ? refuse(400, `The body ${error.message}`)
      : { ...refuse(400, "The body is not JSON"), code: PARSE_ERROR };
  }
}
