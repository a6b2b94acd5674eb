import type { Report } from "../../protocol/timers/reports.ts";
import { oneLine, toError } from "../../protocol/errors.ts";
import { checkJsonSchema } from "../../features/schema/check-json-schema.ts";
import { clip } from "../../features/schema/issues.ts";
import type { JsonSchemaValidator } from "../../features/schema/json-schema.ts";
import type { SchemaIssue } from "../../features/schema/schema.ts";

/** Bounds on what a server can make a client keep. */
const maxChecks = 10_000;
const maxLength = 2 ** 24;
const maxReason = 500;

/** What a value does not fit; undefined where it does, or nobody can tell. */
export type OutputCheck = (
  value: unknown,
) => readonly SchemaIssue[] | undefined;

/** Makes the check of a tool's output schema, given as its JSON. Never throws. */
export type CompileOutput = (tool: string, text: string) => OutputCheck;

const unchecked: OutputCheck = () => undefined;

/**
 * Makes checks with a validator: one for all tools that have the same schema,
 * also when they are listed again. What goes unchecked is told, each reason once.
 */
export function compileOutputs(
  validator: JsonSchemaValidator,
  report: Report,
): CompileOutput {
  const known = new Map<string, OutputCheck>();
  let length = 0;
  return (tool, text) => {
    const made = known.get(text);
    if (made) return made;
    const tell = (reason: string): void => {
      const said = `tools/call: the output schema of ${oneLine(tool)} ${clip(oneLine(reason), maxReason)}`;
      // Whichever tool has it.
      const about = { kind: "unchecked", key: reason, isOnce: true, limit: 20 };
      report(new Error(said), about);
    };
    const check = tolerant(() => compile(validator, text, tell), tell);
    length += text.length;
    if (known.size >= maxChecks || length > maxLength) {
      known.clear();
      length = text.length;
    }
    known.set(text, check);
    return check;
  };
}

/** A check that goes without what cannot be told, at its making or later. */
function tolerant(
  make: () => OutputCheck,
  tell: (reason: string) => void,
): OutputCheck {
  const tellOf = (error: unknown): void =>
    tell(`is not checked: ${toError(error).message}`);
  try {
    const check = make();
    return (value) => {
      try {
        return check(value);
      } catch (error) {
        tellOf(error);
        return undefined;
      }
    };
  } catch (error) {
    tellOf(error);
    return unchecked;
  }
}

function compile(
  validator: JsonSchemaValidator,
  text: string,
  tell: (reason: string) => void,
): OutputCheck {
  const schema: unknown = JSON.parse(text);
  checkJsonSchema(schema);
  return validator.compile(schema, {
    isForeign: true,
    onUnchecked: (part) =>
      tell(`is checked without what the validator does not know: ${part}`),
  });
}
