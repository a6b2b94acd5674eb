import { InputError } from "../../../base/diagnostics/error.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import { lockPath, type Lock, type LockedInput } from "../lock.ts";
import { lockShape } from "./lock-shape.ts";
import { insideProblem } from "../paths.ts";
import { shapeProblems } from "./shape.ts";

// As many problems as someone reads before mending the first.
const shown = 5;

/** Checks that a value is a lock. Throws an `InputError` that says where it is not. */
export function checkLock(value: unknown): Lock {
  assertFormat(value);
  const shape = shapeProblems(value, lockShape);
  // Every field has been checked when there is no problem.
  const problems = shape.length > 0 ? shape : lockProblems(value as Lock);
  if (problems.length > 0) throw invalidLock(problems.slice(0, shown));
  const { $schema: _, ...lock } = value as Lock & { $schema?: string };
  return lock;
}

/** The error for a lock that cannot be understood. */
export function invalidLock(
  problems: readonly string[],
  hint = "restore it from version control, or remove it and run mcp-gen update",
  cause?: unknown,
): InputError {
  const message = `${lockPath}: ${problems.join("; ")}`;
  return new InputError("invalid-lock", message, { hint, cause });
}

/** A newer format is told as such, and not by where it differs. */
function assertFormat(value: unknown): void {
  const version = isJsonObject(value) ? value["formatVersion"] : undefined;
  if (typeof version !== "number" || version <= 1) return;
  throw invalidLock(
    [`it has version ${version} of the format, and version 1 is read`],
    "update mcp-gen",
  );
}

function lockProblems({ outputs }: Lock): string[] {
  const outs = outputs.map(({ out }) => out);
  const twice = outs.find((out, index) => outs.indexOf(out) !== index);
  const digests = new Map<string, string>();
  return [
    ...(twice === undefined
      ? []
      : [`the output ${JSON.stringify(twice)} is there twice`]),
    ...outputs.flatMap(({ inputs }, index) =>
      inputs.flatMap((input, place) => {
        const at = `outputs[${index}].inputs[${place}]`;
        const problem =
          inputProblem(input) ??
          duplicateProblem(input, inputs.slice(0, place)) ??
          digestProblem(input, digests);
        return problem === undefined ? [] : [`${at} ${problem}`];
      }),
    ),
  ];
}

function inputProblem(input: LockedInput): string | undefined {
  const { kind, id, revision, source, commit, path, url } = input;
  if (kind !== "facts" && id === undefined) return "has no id";
  if (kind === "extension" && id?.includes("/") !== true)
    return "has the short name of an extension for its id";
  if (kind === "revision" && id?.includes("/") === true)
    return "has the identifier of an extension for its id";
  if (kind === "extension" && revision === undefined) return "has no revision";
  if ((path === undefined) === (url === undefined))
    return "has to have a path or a url, and not both";
  if (source === undefined)
    return commit === undefined ? undefined : "has a commit of no source";
  if (path === undefined) return "has a source and no path in it";
  const problem = insideProblem(path);
  return problem === undefined ? undefined : `has a path that ${problem}`;
}

function duplicateProblem(
  { kind, id }: LockedInput,
  earlier: readonly LockedInput[],
): string | undefined {
  const isTwice = earlier.some((one) => one.kind === kind && one.id === id);
  return isTwice ? "is there twice" : undefined;
}

/** What is published in one place is one thing in the whole lock. */
function digestProblem(
  { source, path, url, sha256 }: LockedInput,
  digests: Map<string, string>,
): string | undefined {
  if (source === undefined && url === undefined) return undefined;
  const place = url ?? `${source}/${path}`;
  const other = digests.get(place);
  digests.set(place, sha256);
  return other === undefined || other === sha256
    ? undefined
    : `has another digest of ${place} than an output before it`;
}
