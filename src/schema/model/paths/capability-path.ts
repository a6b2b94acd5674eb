/** A name that needs no brackets in a path. */
const plain = /^[^.[\]"]+$/;
const step = /(?:^|\.)(?<plain>[^.[\]"]+)|\[(?<quoted>"(?:[^"\\]|\\.)*")\]/gu;

/**
 * The keys of a path inside of capabilities: names joined by dots, and in brackets, quoted as
 * in JSON, those that have dots themselves: `resources.subscribe`, `extensions["com.example/a"]`.
 */
export function capabilityKeys(path: string): string[] {
  return [...path.matchAll(step)].map(({ groups }) =>
    groups?.["quoted"] === undefined
      ? (groups?.["plain"] ?? "")
      : String(JSON.parse(groups["quoted"])),
  );
}

/** The path of keys; `capabilityKeys` gives them back. */
export function capabilityPath(keys: readonly string[]): string {
  return keys.reduce((path, key) => {
    if (!plain.test(key)) return `${path}[${JSON.stringify(key)}]`;
    return path === "" ? key : `${path}.${key}`;
  }, "");
}
