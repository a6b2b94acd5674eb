import { resolve } from "node:path";
import { UsageError } from "../diagnostics/error.ts";
import { escapeLines } from "../diagnostics/escape.ts";
import { suggest } from "../diagnostics/nearest.ts";
import {
  diff,
  filterChanges,
  type DiffFilter,
  type ProtocolDiff,
} from "../diff/index.ts";
import type { Protocol } from "../model/index.ts";
import { readFacts } from "../spec/facts-file.ts";
import type { DiffFlags, DiffFormat } from "./diff-flags.ts";
import { diffAsGithub } from "./diff-github.ts";
import { diffAsMarkdown } from "./diff-markdown.ts";
import { assertOneStdin, readSide } from "./diff-source.ts";
import { diffAsText } from "./diff-text.ts";
import type { ExitCode, Host } from "./host.ts";
import { reporting } from "./report.ts";

/** `mcp-gen diff`: what changed between two revisions, and what it does on the wire. */
export async function diffCommand(
  sources: readonly [string, string],
  flags: DiffFlags,
  host: Host,
): Promise<ExitCode> {
  const errors = flags.format === "json" ? "json" : "text";
  return reporting(host, errors, async () => {
    assertOneStdin(sources);
    const sides = await readSides(sources, flags, host);
    assertNames(flags, sides);
    const found = filterChanges(diff(...sides), filterOf(flags), sides);
    host.stdout(escapeLines(render(found, flags.format)));
    return flags.exitCode && found.changes.length > 0 ? 1 : 0;
  });
}

async function readSides(
  [a, b]: readonly [string, string],
  { revision, facts: file }: DiffFlags,
  host: Host,
): Promise<[Protocol, Protocol]> {
  const facts =
    file === undefined ? undefined : readFacts(resolve(host.cwd, file));
  const ids = [...revision];
  const before = await readSide(a, { ids, facts }, host);
  const after = await readSide(b, { ids, facts }, host);
  if (ids.length === 0) return [before, after];
  throw new UsageError(
    "unpaired-schema",
    `No schema.ts is left for --revision ${ids.join(", ")}`,
  );
}

function filterOf({ category, type, method, breaking }: DiffFlags): DiffFilter {
  return {
    breaking: breaking === true,
    ...(category !== undefined && { categories: category }),
    ...(type.length > 0 && { names: type }),
    ...(method.length > 0 && { methods: method }),
  };
}

/** A name that neither revision has is a mistake, and no empty diff. */
function assertNames(
  { type, method }: DiffFlags,
  sides: readonly Protocol[],
): void {
  const methods = sides.flatMap(({ requests, notifications }) =>
    [...requests, ...notifications].map((one) => one.method),
  );
  const names = sides.flatMap(({ declarations, errors, features }) => [
    ...[...declarations, ...errors].map(({ name }) => name),
    ...features,
  ]);
  assertKnown("type", type, names);
  assertKnown("method", method, methods);
}

function assertKnown(
  what: string,
  names: readonly string[],
  known: readonly string[],
): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(
    "unknown-subject",
    `Neither revision has a ${what} "${unknown}"`,
    { hint: suggest(unknown, known) },
  );
}

function render(found: ProtocolDiff, format: DiffFormat): string {
  switch (format) {
    case "text":
      return diffAsText(found);
    case "markdown":
      return diffAsMarkdown(found);
    case "github":
      return diffAsGithub(found);
    case "json":
      return `${JSON.stringify(found, null, 2)}\n`;
    default:
      return format satisfies never;
  }
}
