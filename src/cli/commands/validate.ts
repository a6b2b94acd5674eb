import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { InputError, UsageError } from "../../base/diagnostics/error.ts";
import { escapeControls } from "../../base/diagnostics/escape.ts";
import {
  createValidator,
  type CreatedValidator,
  type ValidatorOptions,
} from "../../project/api/validate.ts";
import { readFacts } from "../../schema/overrides/overrides-file.ts";
import { unreadableError } from "../../base/unreadable.ts";
import type {
  Finding,
  Validator,
  ValidatorCounts,
} from "../../validate/index.ts";
import { counted } from "./table.ts";
import { describeFinding } from "./finding-text.ts";
import {
  extensionHint,
  extensionInputs,
  type ExtensionFlags,
} from "./extension-flags.ts";
import {
  assertStdinOnce,
  resolveModel,
  schemaInputs,
  type Format,
} from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import { progress, type CommandInput, type CommandIo } from "./io.ts";
import {
  jsonError,
  printDiagnostics,
  reporting,
  type JsonErrorReport,
} from "./report.ts";

export interface ValidateFlags extends ExtensionFlags {
  revision: string[];
  schema: string[];
  facts?: string;
  maxLine?: number;
  /** Whether to sum up also where nobody watches. */
  summary?: true;
  format: Format;
}

/** What `validate --format json` prints, one finding to a line. */
export type JsonValidateReport = {
  /** What was found, in the order of the input. */
  findings: Finding[];
} & (
  | ({
      /** `invalid` where a message is not what the protocol allows. */
      status: "valid" | "invalid";
      /** What the traffic may speak, the newest first. */
      revisions: string[];
      /** What was found in the schema. */
      diagnostics: Diagnostic[];
    } & ValidatorCounts)
  | JsonErrorReport
);

/** `mcp-gen validate`: which messages of a recording are not valid. */
export async function validateCommand(
  file: string,
  flags: ValidateFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, flags.format, async () => {
    if (file === "-" && flags.schema.includes("-"))
      throw new UsageError(
        "invalid-option",
        "Standard input is the traffic or a schema, not both",
      );
    if (file === "-" || flags.schema.includes("-"))
      assertStdinOnce(["-"], flags);
    const options = await validatorOptions(flags, io);
    const validator = await createValidator(options);
    if (flags.format === "text") printDiagnostics(io, validator.diagnostics);
    const print = flags.format === "json" ? printAsJson : printAsText;
    const code = await print(validator, file, io);
    const said = summary(validator.counts);
    if (flags.summary === true) io.stderr(`${said}\n`);
    else progress(io, said);
    return code;
  });
}

async function validatorOptions(
  flags: ValidateFlags,
  io: CommandIo,
): Promise<ValidatorOptions> {
  const { revision, schema, facts, maxLine } = flags;
  const limits = maxLine === undefined ? {} : { lineLimit: maxLine };
  const added = {
    env: io.env,
    extensions: await extensionInputs(flags, io),
    ...(facts === undefined
      ? {}
      : { facts: readFacts(resolve(io.cwd, facts)) }),
  };
  return schema.length > 0
    ? {
        ...limits,
        ...added,
        schemas: await schemaInputs(schema, revision, io),
      }
    : {
        ...limits,
        ...added,
        revisions: revision.map((one) => resolveModel(one, io)),
      };
}

async function printAsText(
  validator: Validator,
  file: string,
  io: CommandIo,
): Promise<ExitCode> {
  const input = readInput(file, io);
  const findings = validator.findings(input, io.interruption?.());
  const hint = extensionHints(io);
  for await (const finding of findings) {
    io.stdout(`${escapeControls(describeFinding(finding, file))}\n`);
    hint(finding);
    if (!(await io.drained())) break;
  }
  return exitCode(validator);
}

/** Says once which extension has methods that the revision lacks. */
function extensionHints(io: CommandIo): (finding: Finding) => void {
  let isSaid = false;
  return ({ code, method, revision }) => {
    if (isSaid || code !== "unknown-method") return;
    if (method === undefined || revision === undefined) return;
    const hint = extensionHint(method, { revision });
    if (hint === undefined) return;
    isSaid = true;
    io.stderr(`hint: ${hint}\n`);
  };
}

/** One JSON document, written as its findings come: they may be more than fit into memory. */
async function printAsJson(
  validator: CreatedValidator,
  file: string,
  io: CommandIo,
): Promise<ExitCode> {
  let separator = "";
  const print = (value: unknown): string =>
    escapeControls(JSON.stringify(value));
  const end = (rest: object): void =>
    io.stdout(`\n],${print(rest).slice(1)}\n`);
  const input = readInput(file, io);
  const findings = validator.findings(input, io.interruption?.());
  io.stdout('{"findings":[');
  try {
    for await (const finding of findings) {
      io.stdout(`${separator}\n${print(finding)}`);
      separator = ",";
      if (!(await io.drained())) break;
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    end(jsonError(error));
    return 2;
  }
  const code = exitCode(validator);
  const { counts, revisions, diagnostics } = validator;
  const status = code === 0 ? "valid" : "invalid";
  end({ status, ...counts, revisions, diagnostics });
  return code;
}

async function* readInput(
  file: string,
  input: CommandInput,
): AsyncGenerator<Uint8Array> {
  const path = file === "-" ? file : resolve(input.cwd, file);
  const chunks =
    file === "-"
      ? input.stdin()
      : createReadStream(path, { highWaterMark: 64 * 1024 });
  try {
    // An encoding was asked for nowhere, so these are bytes.
    for await (const chunk of chunks) yield chunk as Uint8Array;
  } catch (cause) {
    throw unreadableError(path, cause);
  }
}

function exitCode({ counts }: Validator): ExitCode {
  return counts.errors > 0 ? 1 : 0;
}

/** `108 messages, all valid`, or how many are not. */
function summary({ messages, errors, warnings }: ValidatorCounts): string {
  const seen = messages === 0 ? "no messages" : counted(messages, "message");
  const parts = [
    seen,
    ...(errors > 0
      ? [`${errors.toLocaleString("en")} invalid`]
      : messages === 0
        ? []
        : [messages === 1 ? "valid" : "all valid"]),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  return parts.join(", ");
}
