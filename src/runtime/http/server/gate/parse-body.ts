import { PARSE_ERROR } from "../../../protocol/errors.ts";
import { refuse, type Body, type Refusal } from "../refusal.ts";
import { isTextDeeper, isValueDeeper } from "./depth.ts";

/** A parsed body, or why there is none. */
export type Parsed =
  { readonly kind: "value"; readonly value: unknown } | Refusal;

/** Parses a body that is not nested too deeply. */
export function parseBody(body: Body, maxDepth: number): Parsed {
  switch (body.kind) {
    case "text":
      return isTextDeeper(body.text, maxDepth)
        ? tooDeep(maxDepth)
        : parseText(body.text);
    case "value":
      return isValueDeeper(body.value, maxDepth) ? tooDeep(maxDepth) : body;
    case "refused":
      return body;
    default:
      return body satisfies never;
  }
}

/** JSON, also after a byte order mark, which RFC 8259 lets a reader ignore. */
function parseText(text: string): Parsed {
  try {
    const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    return { kind: "value", value: JSON.parse(json) };
  } catch {
    return { ...refuse(400, "The body is not JSON"), code: PARSE_ERROR };
  }
}

function tooDeep(maxDepth: number): Refusal {
  return refuse(400, `The body is nested deeper than ${maxDepth}`);
}
