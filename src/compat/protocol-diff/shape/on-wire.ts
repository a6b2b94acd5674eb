import type { Field, ObjectShape } from "./shape.ts";

/** A field as messages have it: what an envelope requires is never absent. */
export function fieldOnWire(
  { fields, envelope }: ObjectShape,
  name: string,
): Field | undefined {
  const [own, sent] = [fields.get(name), envelope?.get(name)];
  return own === undefined || sent === undefined
    ? (own ?? sent)
    : { ...own, optional: false };
}

/** The names of the fields that are declared, or that an envelope has besides. */
export function namesOnWire({ fields, envelope }: ObjectShape): Set<string> {
  return new Set([...fields.keys(), ...(envelope?.keys() ?? [])]);
}
