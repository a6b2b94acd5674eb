import { resolve } from "node:path";
import { escapeLines } from "../../diagnostics/escape.ts";
import { report } from "../../library/report.ts";
import { readFacts } from "../../spec/facts-file.ts";
import { extensionInputs } from "../extension-flags.ts";
import type { ExitCode } from "../exit-code.ts";
import { assertStdinOnce, resolveModel, schemaInputs } from "../flags.ts";
import type { CommandIo } from "../io.ts";
import { printJsonReport, reporting } from "../report.ts";
import type { ReportFlags } from "./flags.ts";
import { reportAsMarkdown } from "./markdown.ts";

/** `mcp-gen report`: where the code of an SDK for one revision comes from. */
export async function reportCommand(
  revision: string,
  flags: ReportFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const { schema, facts, format } = flags;
  return reporting(io, format === "json" ? "json" : "text", async () => {
    assertStdinOnce(schema, flags);
    const found = await report({
      ...(schema.length === 0
        ? { revisions: [resolveModel(revision, io)] }
        : { schemas: await schemaInputs(schema, [revision], io) }),
      extensions: await extensionInputs(flags, io),
      ...(facts === undefined
        ? {}
        : { facts: readFacts(resolve(io.cwd, facts)) }),
    });
    if (format === "json") printJsonReport(io, found);
    else io.stdout(escapeLines(reportAsMarkdown(found)));
    return 0;
  });
}
