import {
  metaOf,
  objectOf,
  type JsonObject,
} from "../../../protocol/message.ts";
import {
  entryOf,
  isStateless,
  type ProtocolTable,
} from "../../../protocol/revision/protocol-table.ts";
import { metaKeys } from "../../../protocol/meta-keys.ts";
import type { Posted } from "../posted.ts";
import type { HttpRequest } from "../../shared/request-response.ts";

/** The header that names the revision of a request. */
export const versionHeader = "mcp-protocol-version";

/** Tells by which lifecycle a POST is to be served. */
export type Era = (
  request: Pick<HttpRequest, "header">,
  posted: Posted,
) => ProtocolTable["lifecycle"];

/**
 * A request that names its revision in its `_meta` has no session; neither has
 * one whose header names what is no revision with a handshake, nor one whose
 * method only revisions without a handshake know.
 */
export function createEra(revisions: readonly ProtocolTable[]): Era {
  const stateless = revisions.filter((table) => isStateless({ table }));
  const handshake = revisions.filter((table) => !isStateless({ table }));
  if (handshake.length === 0) return () => "stateless";
  if (stateless.length === 0) return () => "handshake";
  const named = new Set(handshake.map(({ revision }) => revision));

  return (request, posted) => {
    const { kind, received, value } = posted;
    const isRead = kind === "message" && "meta" in received;
    const { method, meta } = isRead ? received : readCall(value);
    if (Object.hasOwn(meta, metaKeys.protocolVersion)) return "stateless";
    const header = request.header(versionHeader);
    if (header !== undefined && !named.has(header)) return "stateless";
    return typeof method === "string" &&
      stateless.some((table) => knows(table, method)) &&
      !handshake.some((table) => knows(table, method))
      ? "stateless"
      : "handshake";
  };
}

/** What it calls, and with what `_meta`, where it is no message as a whole. */
function readCall(value: unknown): {
  readonly method?: unknown;
  readonly meta: JsonObject;
} {
  const { method, params } = objectOf(value);
  return { method, meta: metaOf(params) };
}

function knows(table: ProtocolTable, method: string): boolean {
  return (
    entryOf(table.requests, method) !== undefined ||
    entryOf(table.notifications, method) !== undefined
  );
}
