import { createRequire } from "node:module";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { InputError } from "../base/diagnostics/error.ts";
import { readPackageJson } from "../base/package.ts";

/**
 * Reports why a value does not fit a JSON Schema of the package, a path relative to its
 * folder: the place where the value came furthest, and the problem there.
 */
export function schemaProblems(
  schema: string,
  value: unknown,
  origin: string,
): string[] {
  const validate = validatorOf(schema);
  if (withinStack(() => validate(value), origin)) return [];
  return [deepest(validate.errors ?? [])];
}

const validators = new Map<string, ValidateFunction>();

/** Compiles a schema once: that takes longer than to check a value. */
function validatorOf(schema: string): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const { Ajv2020 } = loadAjv();
  const ajv = new Ajv2020({ strict: false, logger: false });
  const validate = ajv.compile(readPackageJson(schema) as object);
  validators.set(schema, validate);
  return validate;
}

/** Most runs read nothing but our own files: they need not wait for its fifty modules. */
function loadAjv(): typeof import("ajv/dist/2020.js") {
  // A package is what it exports.
  return createRequire(import.meta.url)(
    "ajv/dist/2020.js",
  ) as typeof import("ajv/dist/2020.js");
}

/** Throws an `InputError` for a value that nests more deeply than can be followed. */
export function withinStack<Result>(
  look: () => Result,
  origin: string,
): Result {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InputError("invalid-model", `${origin} is nested too deeply`);
  }
}

// Of the members of a union, the one that came furthest is the one that was meant.
function deepest(errors: readonly ErrorObject[]): string {
  const depth = (error: ErrorObject): number =>
    error.instancePath.split("/").length;
  const [first, ...others] = errors;
  if (first === undefined) return "it does not fit the schema";
  const worst = others.reduce(
    (best, error) => (depth(error) > depth(best) ? error : best),
    first,
  );
  const place = worst.instancePath === "" ? "/" : readable(worst.instancePath);
  return `${place} ${worst.message ?? "does not fit the schema"}${named(worst)}`;
}

/** `/methods/"rooms/get"/direction`: a key that a path has to escape, as it is. */
function readable(pointer: string): string {
  return pointer
    .split("/")
    .map((key) =>
      key.includes("~")
        ? JSON.stringify(key.replaceAll("~1", "/").replaceAll("~0", "~"))
        : key,
    )
    .join("/");
}

/** The field that is too much, which the message of ajv leaves out. */
function named({ keyword, params }: ErrorObject): string {
  const field: unknown = params["additionalProperty"];
  const values: unknown = params["allowedValues"];
  if (keyword === "additionalProperties" && typeof field === "string")
    return `: "${field}"`;
  return keyword === "enum" && Array.isArray(values)
    ? `: ${values.map((one) => JSON.stringify(one)).join(", ")}`
    : "";
}
