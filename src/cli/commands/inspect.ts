import { UsageError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import { parse } from "../../project/api/parse.ts";
import type {
  Declaration,
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../../schema/model/index.ts";
import { load } from "../../revisions/load.ts";
import { describeMethod, describeProtocol, describeType } from "./describe.ts";
import { extendProtocols } from "../../project/api/extensions/extend.ts";
import {
  extensionHint,
  extensionInputs,
  type ExtensionFlags,
} from "./extension-flags.ts";
import { fieldGroups } from "./fields.ts";
import {
  assertStdinOnce,
  resolveModel,
  schemaInput,
  type Format,
} from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import type { CommandIo } from "./io.ts";
import { printDiagnostics, printJsonReport, reporting } from "./report.ts";

export interface InspectFlags extends ExtensionFlags {
  schema: string[];
  format: Format;
}

/** `mcp-gen inspect`: what the protocol says, as a whole or of one method or type. */
export async function inspectCommand(
  revision: string,
  name: string | undefined,
  flags: InspectFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, flags.format, async () => {
    const core = await readOne(revision, flags, io);
    const { extended, diagnostics } = await extendProtocols(
      [core],
      await extensionInputs(flags, io),
      {},
      "note",
    );
    printDiagnostics(io, diagnostics);
    const [{ protocol } = { protocol: core }] = extended;
    const subject = findSubject(protocol, name);
    if (flags.format === "json") printJsonReport(io, dataOf(subject, protocol));
    else io.stdout(describe(subject, protocol));
    return 0;
  });
}

async function readOne(
  revision: string,
  flags: InspectFlags,
  io: CommandIo,
): Promise<Protocol> {
  assertStdinOnce(flags.schema, flags);
  const [source, ...more] = flags.schema;
  if (source === undefined) return load(resolveModel(revision, io), io);
  if (more.length > 0) throw tooManySchemas(flags.schema);
  const schema = await schemaInput(source, revision, io);
  const { protocol, diagnostics } = await parse(schema);
  printDiagnostics(io, diagnostics);
  return protocol;
}

function tooManySchemas(schemas: readonly string[]): UsageError {
  return new UsageError(
    "invalid-option",
    `inspect reads one --schema, that of <revision>: there are ${schemas.length}`,
    { hint: "inspect each of them, or compare two with diff" },
  );
}

type Subject =
  | { kind: "protocol"; value: Protocol }
  | { kind: "method"; value: RequestMethod | NotificationMethod }
  | { kind: "type"; value: Declaration };

function findSubject(protocol: Protocol, name: string | undefined): Subject {
  if (name === undefined) return { kind: "protocol", value: protocol };
  const methods = [...protocol.requests, ...protocol.notifications];
  const method = methods.find((one) => one.method === name);
  if (method !== undefined) return { kind: "method", value: method };
  const type = protocol.declarations.find((one) => one.name === name);
  if (type !== undefined) return { kind: "type", value: type };
  const names = [
    ...methods.map((one) => one.method),
    ...protocol.declarations.map((one) => one.name),
  ];
  throw new UsageError(
    "unknown-subject",
    `${protocol.revision} has no method and no type "${name}"`,
    { hint: extensionHint(name, protocol) ?? suggest(name, names) },
  );
}

/** The model's own data; of a method, with the fields of its params and results. */
function dataOf(subject: Subject, protocol: Protocol): object {
  const { kind, value } = subject;
  return kind === "method"
    ? { ...value, fields: fieldGroups(value, protocol) }
    : value;
}

function describe(subject: Subject, protocol: Protocol): string {
  switch (subject.kind) {
    case "protocol":
      return describeProtocol(subject.value);
    case "method":
      return describeMethod(subject.value, protocol);
    case "type":
      return describeType(subject.value, protocol);
  }
}
