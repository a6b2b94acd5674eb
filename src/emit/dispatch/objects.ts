import { after, block, type Doc } from "../print/layout.ts";
import { objectKey, propertyName } from "../print/names.ts";

/** A property of an object literal; without a value it stands for itself. */
export type ObjectMember = readonly [name: string, value: Doc | undefined];

/** An object literal, one property a line. */
export function object(members: readonly ObjectMember[]): Doc {
  return block(...properties(members));
}

/** The properties of an object literal, each with its comma. */
export function properties(members: readonly ObjectMember[]): Doc[] {
  return members.map(([name, value]) =>
    value === undefined
      ? `${name},`
      : [objectKey(name), ":", after(value, ",")],
  );
}

/** A getter of an object literal: it creates the value on first use, and stores it in a variable. */
export function lazyProperty(
  name: string,
  variable: string,
  value: string,
): Doc {
  return [`get ${name}() `, block(`return (${variable} ??= ${value});`), ","];
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
