import type { ErrorCode, Type } from "../model/index.ts";
import { propertiesNamed, type Declarations } from "./lookup.ts";

/** The range that JSON-RPC 2.0 reserves for error codes. */
const reserved = { from: -32768, to: -32000 };

/** The error codes that a schema declares as constants, in source order. */
export function deriveErrors(declarations: Declarations): ErrorCode[] {
  const errors: ErrorCode[] = [];
  for (const declaration of declarations.values()) {
    if (declaration.kind !== "constant") continue;
    const { name, value } = declaration;
    if (typeof value !== "number" || !Number.isInteger(value)) continue;
    if (value < reserved.from || value > reserved.to) continue;
    const type = errorType(name, declarations);
    errors.push({ name, code: value, ...(type === undefined ? {} : { type }) });
  }
  return errors;
}

/** The type whose `code`, or whose error's `code`, is the constant. */
function errorType(
  constant: string,
  declarations: Declarations,
): string | undefined {
  const isConstant = (type: Type): boolean =>
    propertiesNamed("code", type, declarations).some(
      (code) => code.type.kind === "constant" && code.type.name === constant,
    );
  for (const { kind, name } of declarations.values()) {
    if (kind !== "interface") continue;
    const self: Type = { kind: "reference", name };
    const errors = propertiesNamed("error", self, declarations);
    if (isConstant(self) || errors.some(({ type }) => isConstant(type)))
      return name;
  }
  return undefined;
}
