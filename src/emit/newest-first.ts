import type { Protocol } from "../schema/model/index.ts";
import { byCodeUnit } from "../base/order.ts";

/**
 * Released revisions are dates, so they sort as text; a name sorts behind every
 * date. Of revisions that differ in nothing but their names, the first counts.
 */
export function newestFirst(protocols: readonly Protocol[]): Protocol[] {
  const distinct = new Map<string, Protocol>();
  for (const protocol of oldestFirst(protocols)) {
    const key = contentOf(protocol);
    if (!distinct.has(key)) distinct.set(key, protocol);
  }
  return [...distinct.values()].reverse();
}

/** The revisions that are another one by a new name, and which that is. */
export function aliasesAmong(
  protocols: readonly Protocol[],
): ReadonlyMap<Protocol, Protocol> {
  const distinct = newestFirst(protocols);
  const known = new Map(distinct.map((one) => [contentOf(one), one]));
  return new Map(
    oldestFirst(protocols).flatMap((protocol) => {
      const other = known.get(contentOf(protocol));
      return other === undefined || other === protocol
        ? []
        : [[protocol, other] as const];
    }),
  );
}

function oldestFirst(protocols: readonly Protocol[]): Protocol[] {
  return [...protocols].sort((a, b) => byCodeUnit(a.revision, b.revision));
}

/** All of a revision but what names it. */
function contentOf(protocol: Protocol): string {
  const { revision: _, source: __, pages: ___, ...content } = protocol;
  return JSON.stringify(content);
}
