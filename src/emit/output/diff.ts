import type { OutputPlan } from "./plan.ts";

// Beyond this many changed lines a diff takes seconds and nobody reads it.
const maxEditLength = 4000;

/**
 * What a run would change in the files that exist, as unified diffs by path.
 * Loads the diff library, and only when something differs.
 */
export async function unifiedDiffs(
  plan: OutputPlan,
): Promise<Map<string, string>> {
  const differing = plan.files.flatMap(({ path, status, before, after }) =>
    status !== "unchanged" && before !== undefined && after !== undefined
      ? [{ path, before: plainText(before), after: plainText(after) }]
      : [],
  );
  const diffs = new Map<string, string>();
  if (differing.length === 0) return diffs;
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  for (const { path, before, after } of differing) {
    const [from, to] = [`a/${path}`, `b/${path}`];
    const patch = createTwoFilesPatch(
      from,
      to,
      before,
      after,
      undefined,
      undefined,
      { headerOptions: FILE_HEADERS_ONLY, maxEditLength },
    );
    diffs.set(path, patch ?? tooMany(from, to));
  }
  return diffs;
}

/** Returns a text with LF line ends, which are not compared. */
function plainText(content: string | Buffer): string {
  return content.toString().replaceAll("\r\n", "\n");
}

function tooMany(from: string, to: string): string {
  return `--- ${from}\n+++ ${to}\n(too many differences to show)\n`;
}
