/** Utility types of TypeScript that compute a type from another one. */
export const unsupportedUtilities: ReadonlySet<string> = new Set([
  "Awaited",
  "Capitalize",
  "ConstructorParameters",
  "Exclude",
  "Extract",
  "InstanceType",
  "Lowercase",
  "NoInfer",
  "NonNullable",
  "OmitThisParameter",
  "Parameters",
  "ReturnType",
  "ThisParameterType",
  "ThisType",
  "Uncapitalize",
  "Uppercase",
]);

const bytes = "write string, with @format byte";
const wrapper = "write its name in lower case";

/** What to write in place of a global type that is not JSON. */
export const globalAdvice: ReadonlyMap<string, string> = new Map([
  ["ArrayBuffer", bytes],
  ["BigInt", "write number, or string for integers of any size"],
  ["Boolean", wrapper],
  ["Buffer", bytes],
  ["Function", "a function is not a JSON value"],
  ["Map", "write Record<string, T>"],
  ["Number", wrapper],
  ["Object", "write object, or Record<string, unknown>"],
  ["Promise", "write the type that it resolves to"],
  ["ReadonlyMap", "write Record<string, T>"],
  ["ReadonlySet", "write T[], with @uniqueItems"],
  ["RegExp", "write string"],
  ["Set", "write T[], with @uniqueItems"],
  ["String", wrapper],
  ["Symbol", "a symbol is not a JSON value"],
  ["Uint8Array", bytes],
  ["URL", "write string, with @format uri"],
]);
