import { isJsonObject } from "../../../base/json-object.ts";
import {
  describePlace,
  placeOfProperty,
  propertiesOf,
  requiredOf,
  shapesOf,
  type Place,
} from "../params/schema.ts";

/** One argument of what can be called. */
interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

/** `add(a: number, b?: number)`: what a tool takes, on one line. */
export function toolSignature(tool: Readonly<Record<string, unknown>>): string {
  const list = argumentsOf(schemaPlace(tool["inputSchema"]))
    .map(
      ({ name, type, isRequired }) =>
        `${name}${isRequired ? "" : "?"}: ${type}`,
    )
    .join(", ");
  return `${String(tool["name"])}(${list})`;
}

/** `packing(city, tone?)`: what a prompt takes; all of it is text. */
export function promptSignature(
  prompt: Readonly<Record<string, unknown>>,
): string {
  const given = prompt["arguments"];
  const list = (Array.isArray(given) ? given : [])
    .filter(isJsonObject)
    .map(
      ({ name, required }) => `${String(name)}${required === true ? "" : "?"}`,
    )
    .join(", ");
  return `${String(prompt["name"])}(${list})`;
}

/** `--arg a=<number> --arg b=<number>`: how what is needed is written. */
export function argumentUsage(place: Place): string {
  const all = argumentsOf(place);
  const needed = all.filter(({ isRequired }) => isRequired);
  const shown = (needed.length > 0 ? needed : all).slice(0, 8);
  return shown.map(({ name, type }) => `--arg ${name}=<${type}>`).join(" ");
}

/** A schema that is a document of its own. */
export function schemaPlace(schema: unknown): Place {
  return { schema, root: isJsonObject(schema) ? schema : {} };
}

function argumentsOf(place: Place): Argument[] {
  const known = new Map<string, Argument>();
  for (const shape of shapesOf(place)) {
    const required = requiredOf(shape);
    for (const name of Object.keys(propertiesOf(shape)))
      // What every message has of its own is no argument.
      if (name !== "_meta" && !known.has(name))
        known.set(name, {
          name,
          type: describePlace(placeOfProperty(place, name)),
          isRequired: required.includes(name),
        });
  }
  return [...known.values()];
}
