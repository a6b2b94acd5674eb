import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { Issue } from "../../protocol/issue.ts";

/**
 * Why a list of roots must not be sent: a root is a `file://` URI that says where
 * it leads.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/roots | Roots}
 */
export function rootsIssue({ roots }: JsonObject): Issue | undefined {
  if (!Array.isArray(roots))
    return { path: ["roots"], message: "expected an array" };
  for (const [index, root] of roots.entries()) {
    const uri = isObject(root) ? root["uri"] : undefined;
    const expected = mismatch(uri);
    if (expected !== undefined)
      return {
        path: ["roots", index, "uri"],
        message: `expected ${expected}, found ${JSON.stringify(uri)}`,
      };
  }
  return undefined;
}

/** What a root's URI is expected to be, where it is something else. */
function mismatch(uri: unknown): string | undefined {
  if (typeof uri !== "string" || !uri.toLowerCase().startsWith("file://"))
    return "a file:// URI";
  // A folder above can be written in several ways.
  const path = uri
    .toLowerCase()
    .replaceAll("%2e", ".")
    .replaceAll("%2f", "/")
    .replaceAll("%5c", "/")
    .replaceAll("\\", "/");
  return path.split("/").includes("..") ? "a path without .." : undefined;
}
