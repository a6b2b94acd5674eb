import type { ErrorCode, Type } from "../model/index.ts";
import type { Scope } from "../model/scope.ts";
import { propertiesNamed } from "./lookup.ts";

/** The range that JSON-RPC 2.0 reserves for error codes. */
const reserved = { from: -32768, to: -32000 };

/** The error codes that a schema declares as constants, in source order. */
export function deriveErrors(scope: Scope): ErrorCode[] {
  const errors: ErrorCode[] = [];
  for (const { name, value } of scope.constants.values()) {
    if (typeof value !== "number" || !Number.isInteger(value)) continue;
    if (value < reserved.from || value > reserved.to) continue;
    const type = errorType(name, scope);
    errors.push({ name, code: value, ...(type === undefined ? {} : { type }) });
  }
  return errors;
}

/** The type whose `code`, or whose error's `code`, is the constant. */
function errorType(constant: string, scope: Scope): string | undefined {
  const isConstant = (type: Type): boolean =>
    propertiesNamed("code", type, scope).some(
      (code) => code.type.kind === "constant" && code.type.name === constant,
    );
  for (const { kind, name } of scope.types.values()) {
    if (kind !== "interface") continue;
    const self: Type = { kind: "reference", name };
    const errors = propertiesNamed("error", self, scope);
    if (isConstant(self) || errors.some(({ type }) => isConstant(type)))
      return name;
  }
  return undefined;
}
