/**
 * An error that every copy of the runtime knows: a program may have several, such as
 * one of a package and one that was generated, and what one of them throws is an
 * `instanceof` the other's class.
 */
export class KnownError extends Error {
  /** The same for the same class of all copies. Classes of a program's own have none. */
  static readonly kin: string = "mcp-gen:KnownError";

  /** Also true of errors of another copy of the runtime. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
    return (
      value instanceof Error &&
      Object.hasOwn(this, "kin") &&
      isKin(Object.getPrototypeOf(value), this.kin)
    );
  }
}

function isKin(prototype: unknown, kin: string): boolean {
  if (typeof prototype !== "object" || prototype === null) return false;
  const { constructor }: { constructor: unknown } = prototype;
  return (
    (typeof constructor === "function" &&
      Object.hasOwn(constructor, "kin") &&
      Reflect.get(constructor, "kin") === kin) ||
    isKin(Object.getPrototypeOf(prototype), kin)
  );
}
