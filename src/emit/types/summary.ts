import type { Declaration, Protocol } from "../../model/index.ts";

/** What a reader needs where the schema's own prose is absent: a link to its page. */
export function typeSummary(
  declaration: Declaration,
  protocol: Protocol,
): string | undefined {
  const { base, types } = protocol.pages;
  const documented =
    declaration.kind === "interface" || declaration.kind === "alias";
  if (documented && types !== undefined && declaration.internal !== true)
    return `@see {@link ${base}/${types}#${declaration.name.toLowerCase()} | ${declaration.name}}`;
  const method = [...protocol.requests, ...protocol.notifications].find(
    (entry) => entry.type === declaration.name,
  );
  if (method?.page === undefined) return undefined;
  return `@see {@link ${base}/${method.page} | ${method.method}}`;
}
