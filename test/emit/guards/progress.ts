/**
 * The checks that an emitted module calls with the very value that they were given, by the check
 * that calls them.
 */
export function sameValueCalls(
  text: string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const calls = new Map<string, ReadonlySet<string>>();
  for (const part of text.split("\nfunction ").slice(1)) {
    const name = part.slice(0, part.indexOf("("));
    const body = part.slice(0, part.indexOf("\n}"));
    const called = body
      .slice(body.indexOf("{"))
      .split("(value,")
      .slice(0, -1)
      .map((before) => before.slice(before.search(/[\w$]+$/u)))
      .filter((other) => other.startsWith("check"));
    calls.set(name, new Set(called));
  }
  return calls;
}

/** A check that comes back to itself without having gone into its value. */
export function endlessCheck(text: string): string | undefined {
  const calls = sameValueCalls(text);
  return [...calls.keys()].find((name) => reaches(name, name, calls));
}

function reaches(
  from: string,
  goal: string,
  calls: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const seen = new Set<string>();
  const queue = [...(calls.get(from) ?? [])];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (name === goal) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    queue.push(...(calls.get(name) ?? []));
  }
  return false;
}

declare global {
  var checksCalled: number;
}

/** The module, whose checks count how often they are called. */
export function countingChecks(text: string): string {
  const [head = "", ...parts] = text.split("\nfunction check");
  const counting = parts.map((part) => {
    const body = part.indexOf("{\n") + 1;
    return `${part.slice(0, body)} globalThis.checksCalled++;${part.slice(body)}`;
  });
  return [head, ...counting].join("\nfunction check");
}

/** How many checks a function calls, of modules that count them. */
export function counted(run: () => void): number {
  globalThis.checksCalled = 0;
  run();
  return globalThis.checksCalled;
}
