import type { Issue } from "../issue.ts";
import { isObject, type JsonObject } from "../message.ts";
import { metaKeys } from "../meta-keys.ts";
import type { ProtocolTable } from "../revision/protocol-table.ts";

/** Keys of `_meta` whose prefix has the protocol's name as its second label. */
export const reservedKey: RegExp =
  /^[^./]+\.(?:modelcontextprotocol|mcp)(?:\.[^/]*)?\//;

/** Returns true if the protocol defines a reserved key, in this revision or another. */
function isKnown(key: string, { metaKeys: own = [] }: ProtocolTable): boolean {
  if (own.includes(key)) return true;
  for (const known of Object.values(metaKeys)) if (key === known) return true;
  // Only the text of the specification names these two.
  return (
    key === "io.modelcontextprotocol/related-task" ||
    key === "io.modelcontextprotocol/model-immediate-response"
  );
}

/**
 * Returns the issue of a key of `_meta` that is reserved for the protocol, and that
 * neither it nor an extension in use defines. Looks at a message and at the items of
 * its lists.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic#meta | _meta}
 */
export function reservedKeyIssue(
  message: JsonObject,
  table: ProtocolTable,
): Issue | undefined {
  const own = keyIssue(message, table);
  if (own) return own;
  // Each message comes here: loops without arrays of entries take half the memory.
  for (const name of Object.keys(message)) {
    const items = message[name];
    if (!Array.isArray(items)) continue;
    for (let index = 0; index < items.length; index++) {
      const item: unknown = items[index];
      const issue = isObject(item) && keyIssue(item, table);
      if (issue) return { ...issue, path: [name, index, ...issue.path] };
    }
  }
  return undefined;
}

function keyIssue(
  { _meta: meta }: JsonObject,
  table: ProtocolTable,
): Issue | undefined {
  if (!isObject(meta)) return undefined;
  for (const key of Object.keys(meta)) {
    if (
      !reservedKey.test(key) ||
      isKnown(key, table) ||
      isExtended(key, table)
    ) {
      continue;
    }
    const message =
      "the prefix is reserved for the protocol: take your own domain";
    return { path: ["_meta", key], message };
  }
  return undefined;
}

/** True if an extension with the prefix of a key is in use. */
function isExtended(
  key: string,
  { requests, notifications }: ProtocolTable,
): boolean {
  const prefix = key.slice(0, key.indexOf("/") + 1);
  return [requests, notifications].some((entries) =>
    Object.values(entries).some(({ extension }) =>
      extension?.startsWith(prefix),
    ),
  );
}
