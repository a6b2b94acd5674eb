import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  codes,
  type DiagnosticCode,
} from "../../../../src/base/diagnostics/codes.ts";
import { code, fence, prose, table } from "../markdown.ts";
import type { ReferencePage } from "../page.ts";
import { causes } from "./causes.ts";
import { diffSection, snapshotsSection } from "./changes.ts";
import { findingsSection } from "./findings.ts";

/** docs/reference/diagnostics.md: what is found in schemas, recordings and differences. */
export async function diagnosticsPages(
  repository: string,
): Promise<readonly ReferencePage[]> {
  // `codes` has each of them, which its type says.
  const names = (Object.keys(codes) as DiagnosticCode[]).sort();
  const text = `# Diagnostics

What mcp-gen finds in its input: [in a schema.ts](#in-a-schema), [in a recording](#in-a-recording) that \`validate\` reads, [between two revisions](#between-two-revisions) that \`diff\` compares, and [between two snapshots](#between-two-snapshots) of a server. Errors that end a command, such as an unknown option, are in [Errors](errors.md#errors-of-the-generator).

## In a schema

\`generate\`, \`check\`, \`inspect\`, \`validate\` and \`diff\` read a schema.ts. Each finding says where, what and how to mend it:

${fence("text", 'schema.ts:2:10 error unknown-type: the schema does not declare "Paramz"\n  2 |   first: Paramz;\n    |          ^^^^^^\n  hint: did you mean "Params"?')}

That is \`file:line:column severity code: message\`, the line with the place underlined, and a hint. All findings are told, not only the first. They go to standard error.

- An **error** stops the work: nothing is written, and the exit code is 2.
- A **warning** does not. With \`--strict\` it is an error.
- A **note** tells you what was assumed.

With \`--format json\`, and from the library, findings are data: \`code\`, \`severity\`, \`message\`, \`hint\`, \`position\` and \`excerpt\`.

${table(
  ["Code", "Severity", "Says"],
  names.map((name) => [
    `[\`${name}\`](#${name})`,
    codes[name].severity,
    prose(codes[name].title),
  ]),
)}

${names.map((name) => schemaSection(name, repository)).join("\n\n")}

${await findingsSection()}

${diffSection()}

${snapshotsSection()}

## See also

- [Commands](commands.md): the commands that tell these
- [Errors](errors.md): what commands and functions throw
- [Own schemas](../guides/own-schemas.md), [Validate](../guides/validate.md), [Diff](../guides/diff.md)
`;
  return [{ path: "diagnostics.md", text }];
}

function schemaSection(name: DiagnosticCode, repository: string): string {
  const { severity, title, help } = codes[name];
  const { schema, told } = exampleOf(name, repository);
  return `### ${name}

${prose(title)}. Severity: ${severity}.

**Cause.** ${causes[name]}

${fence("text", schema)}

${fence("text", told)}

**Cure.** ${prose(help)}`;
}

/** A case of the tests: the part of the schema that it is about, and what is told of it. */
function exampleOf(
  name: DiagnosticCode,
  repository: string,
): { schema: string; told: string } {
  const folder = path.join(repository, "test/base/diagnostics", name);
  const read = (file: string): string =>
    readFileSync(path.join(folder, file), "utf8");
  const told = read("expected.txt").split(/\n(?=\S)/);
  const first = told.find(
    (one) => one.includes(` ${name}:`) || one.startsWith(name),
  );
  if (first === undefined) throw new Error(`no example tells of ${code(name)}`);
  const [, line] = /^schema\.ts:(\d+):/.exec(first) ?? [];
  const schema = read("schema.ts");
  const part = line === undefined ? schema : partAt(schema, Number(line));
  const others = [...new Set(part.match(/(?<=from "[.][/])\w+[.]ts(?=")/g))]
    .filter((file) => existsSync(path.join(folder, file)))
    .map((file) => `\n// ${file}\n${read(file)}`);
  return {
    schema: clipped([part.trimEnd(), ...others].join("\n")),
    told: clipped(first),
  };
}

/** A short schema as a whole; of a longer one the lines without a gap around a line. */
function partAt(schema: string, line: number): string {
  const lines = schema.trimEnd().split("\n");
  if (lines.length <= 28) return schema;
  const before = lines.lastIndexOf("", line - 1);
  const after = lines.indexOf("", line - 1);
  return lines.slice(before + 1, after < 0 ? undefined : after).join("\n");
}

function clipped(text: string): string {
  return (
    text
      .trimEnd()
      .split("\n")
      // What is told is whole; a line of code that is shown may go on for ever.
      .map((line) =>
        line.length > 110 && /^ .*[|]|[[\]]{9}/.test(line)
          ? `${line.slice(0, 109)}…`
          : line,
      )
      .join("\n")
  );
}
