import type { Issue } from "../issue.ts";
import { isObject, type JsonObject } from "../message.ts";
import { isUri } from "../uri.ts";

/**
 * Returns the issues of values of a form that do not match the format of their field.
 * A validator of JSON Schema need not know formats.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Requested Schema}
 */
export function formatIssues(
  { properties }: JsonObject,
  content: unknown,
): readonly Issue[] {
  if (!isObject(properties) || !isObject(content)) return [];
  return Object.entries(properties).flatMap(([name, field]) => {
    const format = isObject(field) ? field["format"] : undefined;
    const value = Object.hasOwn(content, name) ? content[name] : undefined;
    return typeof value !== "string" || isOfFormat(format, value)
      ? []
      : [{ path: [name], message: `must match format "${String(format)}"` }];
  });
}

/** True if a text has the format of its field. A format that forms do not have passes. */
export function isOfFormat(format: unknown, text: string): boolean {
  switch (format) {
    case "date":
      return text.length === 10 && isDay(text);
    case "date-time":
      return isDay(text.slice(0, 10)) && time.test(text.slice(10));
    case "email":
      return /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text);
    case "uri":
      return isUri(text);
    default:
      return true;
  }
}

/** The time of a day, with its zone: RFC 3339, section 5.6; a minute may have a leap second. */
const time =
  /^t([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** True if the calendar has the day: the 30th of February becomes another one. */
function isDay(text: string): boolean {
  const date = new Date(Date.parse(text) || 0);
  return date.toISOString().slice(0, 10) === text;
}
