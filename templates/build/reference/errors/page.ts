import { readFileSync } from "node:fs";
import path from "node:path";
import { code, fence, prose, table } from "../markdown.ts";
import type { ReferencePage } from "../page.ts";
import { errorClasses, unionMembers, type ErrorClass } from "./classes.ts";
import {
  authorizationCures,
  callCures,
  inputCures,
  loginCures,
  outputCures,
  schemaCures,
  usageCures,
} from "./cures.ts";
import { groups, internal } from "./groups.ts";
import { protocolCodesSection } from "./protocol-codes.ts";
import type { ReportGroup } from "./report-kind.ts";
import { reportGroups } from "./reports.ts";

/** docs/reference/errors.md: what is thrown, answered and reported. */
export async function errorsPages(
  repository: string,
): Promise<readonly ReferencePage[]> {
  const classes = errorClasses(repository);
  const known = groups.flatMap(({ names }) => names);
  assertSame([...classes.keys()], [...known, ...Object.keys(internal)]);
  const text = [
    partOf(repository, "parts/first.markdown"),
    classTable(classes),
    ...groups.map(({ heading, intro, names }) =>
      [
        `## ${heading}`,
        intro,
        ...names.map((name) =>
          classSection(repository, classes.get(name), name),
        ),
      ].join("\n\n"),
    ),
    codesSection("Codes of mcp-gen call", {
      intro:
        "`mcp-gen call` prints these as `error <code>: …`, and with `--format json` as `error.code`. [Its exit codes](commands.md#call) follow from them.",
      codes: unionMembers(
        repository,
        "src/cli/call/failure.ts",
        "readonly code:",
      ),
      cures: callCures,
    }),
    await protocolCodesSection(),
    reportsSection(),
    partOf(repository, "parts/set-up.markdown"),
    partOf(repository, "parts/not-found.markdown"),
    seeAlso,
  ].join("\n\n");
  return [{ path: "errors.md", text }];
}

const seeAlso = `## See also

- [Diagnostics](diagnostics.md): what is found in a schema and in a recording
- [Errors and logging](../guides/context.md): what a handler throws and tells
- [Servers that misbehave](../guides/misbehaving.md): what the client takes with patience`;

function partOf(repository: string, name: string): string {
  const folder = path.join(repository, "templates/build/reference/errors");
  return readFileSync(path.join(folder, name), "utf8").trim();
}

/** Throws where a class has no entry, or an entry no class. */
function assertSame(
  classes: readonly string[],
  known: readonly string[],
): void {
  const lost = classes.filter((name) => !known.includes(name));
  const gone = known.filter((name) => !classes.includes(name));
  if (lost.length + gone.length > 0)
    throw new Error(
      `error classes without an entry: ${lost.join(", ")}; entries without a class: ${gone.join(", ")}`,
    );
}

function classTable(classes: ReadonlyMap<string, ErrorClass>): string {
  const names = groups.flatMap((group) => group.names);
  return table(
    ["Class", "Import from", "What it says"],
    names.map((name) => {
      const { entry, doc = "" } = classes.get(name) ?? {};
      if (entry === undefined) throw new Error(`${name} is not exported`);
      const [first = ""] = doc.split(/(?<=[.]) /);
      return [
        `[\`${name}\`](#${name.toLowerCase()})`,
        code(entry),
        prose(first),
      ];
    }),
  );
}

function classSection(
  repository: string,
  one: ErrorClass | undefined,
  name: string,
): string {
  const { base = "", doc = "", fields = [] } = one ?? {};
  const codes = codesOf[name];
  return [
    `### ${name}`,
    `${prose(doc)} It extends ${basesOf(base)}.`,
    ...(fields.length === 0
      ? []
      : [
          table(
            ["Field", "Type", "What it is"],
            fields.map((field) => [
              code(field.name),
              code(field.type),
              prose(field.doc),
            ]),
          ),
        ]),
    partOf(repository, `entries/${name}.markdown`),
    ...(codes === undefined ? [] : [codeTable(codes(repository))]),
  ].join("\n\n");
}

function basesOf(base: string): string {
  return base === "KnownError" ? code("Error") : code(base);
}

interface Codes {
  readonly head?: string;
  readonly codes: ReadonlyMap<string, string>;
  readonly cures: Readonly<Record<string, string>>;
}

/** The classes whose code or reason is one of a list. */
const codesOf: Readonly<Record<string, (repository: string) => Codes>> = {
  AuthorizationError: (repository) => ({
    head: "`reason`",
    codes: unionMembers(
      repository,
      "src/runtime/auth/client/errors.ts",
      "AuthorizationReason =",
    ),
    cures: authorizationCures,
  }),
  TerminalLoginError: (repository) => ({
    head: "`reason`",
    codes: unionMembers(
      repository,
      "src/runtime/auth/node/terminal/terminal-login-error.ts",
      "LoginFailure =",
    ),
    cures: loginCures,
  }),
  UsageError: (repository) => ({
    codes: unionMembers(
      repository,
      "src/base/diagnostics/error.ts",
      "UsageErrorCode =",
    ),
    cures: usageCures,
  }),
  InputError: (repository) => ({
    codes: unionMembers(
      repository,
      "src/base/diagnostics/error.ts",
      "InputErrorCode =",
    ),
    cures: inputCures,
  }),
  SchemaError: (repository) => ({
    codes: unionMembers(
      repository,
      "src/schema/json-schema/error.ts",
      "SchemaErrorCode =",
    ),
    cures: schemaCures,
  }),
  OutputError: (repository) => ({
    codes: unionMembers(
      repository,
      "src/emit/output/error.ts",
      "OutputErrorCode =",
    ),
    cures: outputCures,
  }),
};

/** Throws where a code has no comment in the sources, for it would be left out. */
function codeTable({ head = "`code`", codes, cures }: Codes): string {
  assertSame(Object.keys(cures), [...codes.keys()]);
  return table(
    [head, "Cause", "Cure"],
    [...codes].map(([name, doc]) => [
      code(name),
      prose(doc),
      cures[name] ?? "",
    ]),
  );
}

function codesSection(
  heading: string,
  { intro, ...codes }: Codes & { readonly intro: string },
): string {
  return `## ${heading}\n\n${intro}\n\n${codeTable(codes)}`;
}

function reportsSection(): string {
  return `## What onError hears

What nobody else is told, servers and clients tell their option \`onError\`. Without it, it is printed to standard error: what a peer or a connection brought as one line, what your code threw as the platform shows it.

${fence("ts", reportProgram)}

Nobody can flood it. Of one kind five are told in a minute (of errors that requests ended with, twenty). When the minute is over, you hear how many more there were. What a peer says is one line of at most 2,000 characters, with control characters escaped.

In the tables, … stands for what varies. Where the first column is empty, what was thrown is passed on.

${reportGroups.map(reportTable).join("\n\n")}`;
}

const reportProgram = `import { createServer } from "@mcp-gen/runtime";

export const server = createServer({
  info: { name: "demo", version: "1.0.0" },
  onError: (error) => console.error(new Date().toISOString(), error),
});`;

function reportTable({ heading, intro, kinds }: ReportGroup): string {
  return `### ${heading}

${intro}

${table(
  ["It says", "Cause", "Cure"],
  kinds.map(({ text, cause, cure }) => [
    text === undefined ? "" : code(text),
    cause,
    cure,
  ]),
)}`;
}
