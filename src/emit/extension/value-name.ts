import { keywords, reservedNames } from "../../model/reserved.ts";
import type { Protocol } from "../../model/index.ts";
import { pascalCase } from "../print/names.ts";
import { callName, endpointNames, serverNames } from "../stubs/call-names.ts";

/** What no extension's value and member can be called, beside the protocols. */
export function takenNames(protocols: readonly Protocol[]): Set<string> {
  const calls = protocols.flatMap(({ requests }) =>
    requests.map(({ handler }) => callName(handler)),
  );
  return new Set([
    ...keywords,
    ...reservedNames,
    ...endpointNames,
    ...serverNames,
    ...calls,
  ]);
}

/**
 * The name of an extension's value, and of its member in servers and clients:
 * `my-widgets` → `myWidgets`.
 */
export function valueName(name: string, taken: ReadonlySet<string>): string {
  const pascal = pascalCase(name);
  const wish = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const isFree = /^[\p{L}$]/u.test(wish) && !taken.has(wish);
  return isFree ? wish : `extension${pascal}`;
}
