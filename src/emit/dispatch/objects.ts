import { after, block, type Doc } from "../print/layout.ts";
import { objectKey, propertyName } from "../print/names.ts";

/** A property of an object literal; without a value it stands for itself. */
export type ObjectMember = readonly [name: string, value: Doc | undefined];

/** An object literal, one property a line. */
export function object(members: readonly ObjectMember[]): Doc {
  return block(
    ...members.map(([name, value]): Doc =>
      value === undefined
        ? `${name},`
        : [objectKey(name), ":", after(value, ",")],
    ),
  );
}

/** The type of an object literal `as const`. */
export function readonlyMembers(members: readonly ObjectMember[]): Doc {
  return block(
    ...members.map(([name, value]): Doc => [
      `readonly ${propertyName(name)}: `,
      value ?? "unknown",
      ";",
    ]),
  );
}
