import type { Snapshot } from "../snapshot/index.ts";

/**
 * What of a snapshot is meant: what has a name that one of the patterns fits, where `*` is any
 * text and `?` a character; of resources, a name or an address. All of it without patterns.
 */
export function onlyMeant(
  snapshot: Snapshot,
  patterns: readonly string[],
): Snapshot {
  if (patterns.length === 0) return snapshot;
  const isMeant = (name: string): boolean =>
    patterns.some((pattern) => fitsPattern(pattern, name));
  return {
    ...snapshot,
    tools: snapshot.tools.filter(({ name }) => isMeant(name)),
    prompts: snapshot.prompts.filter(({ name }) => isMeant(name)),
    resources: snapshot.resources.filter(
      ({ name, uri }) => isMeant(name) || isMeant(uri),
    ),
    resourceTemplates: snapshot.resourceTemplates.filter(
      ({ name, uriTemplate }) => isMeant(name) || isMeant(uriTemplate),
    ),
  };
}

/** Whether a pattern fits a whole name: in time that grows with both, whatever they are. */
export function fitsPattern(pattern: string, name: string): boolean {
  let [at, star, back] = [0, -1, 0];
  for (let i = 0; i < name.length;) {
    const sign = pattern[at];
    if (sign === "*") {
      star = at++;
      back = i;
    } else if (sign !== undefined && (sign === "?" || sign === name[i])) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++back;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
