import { describeFinding } from "../../../../src/cli/commands/finding-text.ts";
import { createValidator } from "../../../../src/project/api/validate.ts";
import type { Finding, ProblemCode } from "../../../../src/validate/index.ts";
import { fence } from "../markdown.ts";
import { findingExamples, type FindingExample } from "./finding-examples.ts";

/** What `validate` tells, each with a recording that it is told of. */
export async function findingsSection(): Promise<string> {
  const told = await findingsOf(findingExamples);
  const sections = told.map(
    ({ code, example, text, severity }) => `### ${code}

${example.means} Severity: ${severity}.

${fence("text", example.lines.join("\n"))}

${fence("text", text)}

**Cure.** ${example.cure}`,
  );
  return `## In a recording

\`mcp-gen validate\` tells one finding for each message that is not valid: the first reason. It goes to standard output. An **error** makes the exit code 1. A **warning** does not: it is what a peer may do, or what cannot be told for certain. The examples were held against 2025-11-25, which stands in brackets at the end.

${sections.join("\n\n")}`;
}

interface Told {
  readonly code: ProblemCode;
  readonly example: FindingExample;
  readonly text: string;
  readonly severity: Finding["severity"];
}

/** Runs the examples. Throws where one does not lead to its finding, or to others first. */
async function findingsOf(
  examples: Readonly<Record<ProblemCode, FindingExample>>,
): Promise<Told[]> {
  const told: Told[] = [];
  for (const [name, example] of Object.entries(examples)) {
    // The table has a row for each code, which its type says.
    const code = name as ProblemCode;
    // A small limit, so that the example of a long line is short.
    const lineLimit = code === "too-long" ? 64 : 4096;
    const { revisions = ["2025-11-25"], bytes, lines } = example;
    const validator = await createValidator({ revisions, lineLimit });
    const input = bytes ?? [new TextEncoder().encode(`${lines.join("\n")}\n`)];
    for await (const finding of validator.findings(input))
      if (finding.code === code) {
        const text = describeFinding(finding, "traffic.jsonl");
        told.push({ code, example, text, severity: finding.severity });
      }
    if (told.at(-1)?.code !== code)
      throw new Error(`the example of ${code} does not lead to it`);
  }
  return told;
}
