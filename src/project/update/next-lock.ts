import { differences } from "../config/differences.ts";
import { isReleased, type Lock, type LockedOutput } from "../config/lock.ts";
import { lockedOptionsOf } from "../config/options.ts";
import { portablePath } from "../config/paths.ts";
import { printLock } from "../config/print-lock.ts";
import type { Emission } from "../api/emission.ts";
import { byCodeUnit } from "../../base/order.ts";
import { packageVersion } from "../../base/package.ts";
import type { Search } from "./found.ts";
import type { FoundOutput } from "./news.ts";
import type { Wanted } from "./wanted.ts";

/** The released revisions that are published, or were when it was last looked. */
export async function publishedIds(
  { from, lock }: Wanted,
  outputs: readonly FoundOutput[],
  { sources }: Search,
): Promise<readonly string[] | undefined> {
  const known = lock?.from === from ? lock.published : undefined;
  if (sources === undefined || !isAsked(from, outputs)) return known;
  const all = await (await sources.open(from)).list();
  return (
    all
      ?.map(({ id }) => id)
      .filter(isReleased)
      .sort(byCodeUnit) ?? known
  );
}

/** Whether a revision is looked for there: who has only own files asks nobody. */
export function isAsked(
  from: string,
  outputs: readonly FoundOutput[],
): boolean {
  return outputs.some(({ found }) =>
    found.some(
      ({ wanted: { kind, place } }) =>
        kind === "revision" && place.at === "published" && place.from === from,
    ),
  );
}

/** The lock that says what was found; emissions, where there are some, what was chosen. */
export function lockOf(
  { folder, from, lock }: Wanted,
  published: readonly string[] | undefined,
  outputs: readonly FoundOutput[],
  emissions: readonly Emission[],
): Lock {
  return {
    formatVersion: 1,
    from,
    ...(published !== undefined && published.length > 0 && { published }),
    outputs: outputs.map(({ output, found }, index): LockedOutput => {
      const out = portablePath(folder, output.out);
      const earlier = lock?.outputs.find((one) => one.out === out);
      const { runtime, prettier } =
        emissions[index]?.manifest ?? earlier?.options ?? {};
      return {
        out,
        generator: packageVersion(),
        options: lockedOptionsOf(output, {
          ...(runtime !== undefined && { runtime }),
          ...(prettier !== undefined && { prettier }),
        }),
        inputs: found.map(({ input }) => input),
      };
    }),
  };
}

/** Whether the lock says something else than it would, but for the version of mcp-gen. */
export function isStale({ config, lock }: Wanted, next: Lock): boolean {
  if (lock === undefined) return true;
  if (config !== undefined && differences(config, lock).length > 0) return true;
  const generator = packageVersion();
  const outputs = lock.outputs.map((one) => ({ ...one, generator }));
  return printLock({ ...lock, outputs }) !== printLock(next);
}
