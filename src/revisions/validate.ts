import { InputError } from "../base/diagnostics/error.ts";
import { isJsonObject } from "../base/json-object.ts";
import type { Protocol } from "../schema/model/index.ts";
import { sizeProblems } from "../schema/model/bounds/size.ts";
import { modelProblems } from "../schema/satisfiable/index.ts";
import { nameProblems } from "./names.ts";
import { schemaProblems, withinStack } from "./shape.ts";

// As many problems as someone reads before mending the first.
const shown = 10;

/**
 * Checks that a value is a Protocol: of the published shape, with names that can
 * stand in code. Throws an `InputError` that says where it is not.
 */
export function checkProtocol(value: unknown, origin: string): Protocol {
  refuseExtension(value, origin);
  const shape = schemaProblems(
    "src/revisions/protocol.schema.json",
    value,
    origin,
  );
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

/** The model of an extension is told as such, and not by where it differs. */
function refuseExtension(value: unknown, origin: string): void {
  if (!isJsonObject(value) || "requests" in value) return;
  const { extension } = value;
  if (typeof extension !== "string") return;
  throw new InputError(
    "invalid-model",
    `${origin} is the extension ${JSON.stringify(extension.slice(0, 255))}, and not a revision of the protocol`,
    {
      hint: `name it beside a revision: <revision> --extension ${/^[\w./-]{1,255}$/.test(extension) ? extension : "<id>"}=protocol.json`,
    },
  );
}

function contentProblems(protocol: Protocol): string[] {
  const names = nameProblems(protocol);
  if (names.length > 0) return names;
  const sizes = sizeProblems(protocol.declarations).map(
    ({ name, problem }) => `"${name}" ${problem}`,
  );
  return sizes.length > 0 ? sizes : modelProblems(protocol.declarations);
}
