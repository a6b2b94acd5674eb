import { InputError, UsageError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import type { News, UpdateOptions } from "./report.ts";
import { idsOf, type Wanted } from "./wanted.ts";

/** Throws a `UsageError` where what is accepted is not wanted: it is misspelt. */
export function assertAccepted(
  { outputs }: Wanted,
  { accept = [] }: UpdateOptions,
): void {
  const ids = outputs.flatMap(idsOf);
  const unknown = accept.find(
    (name) =>
      !ids.some(
        (id) =>
          id === name || id.endsWith(`/${name}`) || name.endsWith(`/${id}`),
      ),
  );
  if (unknown === undefined) return;
  throw new UsageError(
    "unknown-revision",
    `Nothing wants ${unknown}, which is to be accepted`,
    {
      hint: suggest(unknown, ids) ?? `wanted are ${ids.join(", ")}`,
    },
  );
}

/** Throws an `InputError` where something released is another than it was, and nobody accepts it. */
export function assertNotEdited(news: readonly News[]): void {
  const edited = news.filter(
    ({ kind, accepted }) => kind === "edited" && accepted !== true,
  );
  const [first] = edited;
  if (first === undefined) return;
  const told = edited.map(
    ({ id, source, from, to }) =>
      `${id} of ${source ?? "its address"} has the digest ${short(to?.sha256)}, and ${short(from?.sha256)} is locked or bundled`,
  );
  throw new InputError(
    "digest-mismatch",
    `Edited after the release: ${told.join("; ")}`,
    {
      diff: edited.flatMap(({ patch }) => patch ?? []).join("") || undefined,
      hint: `look at what changed; to take it as it is now: mcp-gen update ${edited.map(({ id }) => `--accept ${id}`).join(" ")}`,
    },
  );
}

function short(digest = ""): string {
  return digest.slice(0, 12);
}
