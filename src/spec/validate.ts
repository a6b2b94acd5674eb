import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { InputError } from "../diagnostics/error.ts";
import type { Protocol } from "../model/index.ts";
import { sizeProblems } from "../model/size.ts";
import { readPackageJson } from "../package.ts";
import { nameProblems } from "./names.ts";

// As many problems as someone reads before mending the first.
const shown = 10;

/**
 * Checks that a value is a Protocol: of the published shape, with names that can
 * stand in code. Throws an `InputError` that says where it is not.
 */
export function checkProtocol(value: unknown, origin: string): Protocol {
  const shape = shapeProblems(value, origin);
  // The published schema describes exactly this type.
  const protocol = value as Protocol;
  const problems =
    shape.length > 0
      ? shape
      : withinStack(() => contentProblems(protocol), origin);
  if (problems.length === 0) return protocol;
  const rest = problems.length - shown;
  const list = problems.slice(0, shown).concat(rest > 0 ? `${rest} more` : []);
  throw new InputError(
    "invalid-model",
    `${origin} is not a protocol: ${list.join("; ")}`,
    { hint: "its format is mcp-gen/protocol.schema.json" },
  );
}

function contentProblems(protocol: Protocol): string[] {
  const names = nameProblems(protocol);
  if (names.length > 0) return names;
  return sizeProblems(protocol.declarations).map(
    ({ name, problem }) => `"${name}" ${problem}`,
  );
}

function shapeProblems(value: unknown, origin: string): string[] {
  const schema = readPackageJson("src/spec/protocol.schema.json") as object;
  const ajv = new Ajv2020({ strict: false, logger: false });
  const validate = ajv.compile(schema);
  if (withinStack(() => validate(value), origin)) return [];
  return [deepest(validate.errors ?? [])];
}

function withinStack<Result>(look: () => Result, origin: string): Result {
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
  const place = worst.instancePath === "" ? "/" : worst.instancePath;
  return `${place} ${worst.message ?? "does not fit the schema"}`;
}
