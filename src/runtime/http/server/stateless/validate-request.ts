import type {
  ReceivedNotification,
  ReceivedRequest,
} from "../../../protocol/received.ts";
import {
  INVALID_REQUEST,
  invalidParams,
  ProtocolError,
} from "../../../protocol/errors.ts";
import {
  isObject,
  objectOf,
  type JsonObject,
} from "../../../protocol/message.ts";
import { hasCapability } from "../../../protocol/revision/capabilities.ts";
import {
  entryOf,
  type ProtocolTable,
  type RequestEntry,
} from "../../../protocol/revision/protocol-table.ts";
import { metaKeys } from "../../../protocol/meta-keys.ts";
import { unsupportedRevision } from "../../../protocol/revision/unsupported.ts";
import type { HttpRequest } from "../../shared/request-response.ts";
import {
  decodeHeaderValue,
  readHeaderValue,
} from "../../shared/header-value.ts";
import { mirrorProblem } from "../../shared/mirrored-headers.ts";
import type { Mirrored } from "../../../features/schema/tool-schema.ts";
import { quote } from "../../shared/quote.ts";

/** What requests that stand alone are held against. */
export interface ValidationContext {
  /** All that the server speaks, newest first. */
  readonly revisions: readonly ProtocolTable[];
  /** The revision whose words a refusal has, before there is another. */
  readonly table: ProtocolTable;
  /** The arguments of a tool that travel in headers as well. */
  mirrored(tool: string): readonly Mirrored[];
}

/**
 * Throws the ProtocolError that refuses a request before it is served: for its
 * revision or its headers, in this order.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#server-validation | Server validation}
 */
export function assertValidRequest(
  ladder: ValidationContext,
  request: HttpRequest,
  { method, params, meta }: ReceivedRequest,
): void {
  const table = requireRevision(ladder, request, meta);
  const given = objectOf(params);
  const entry = entryOf(table.requests, method);
  const hasHeaders = table.facts.includes("request-headers");
  if (hasHeaders) {
    requireMethod(table, request, method);
    const isUnnamed = entry?.extension && isUnaware(entry, request, meta);
    if (entry?.name !== undefined && !isUnnamed)
      requireName(table, request, entry.name, given);
  }
  // A method that is not served is refused where all are, for interceptors to see.
  if (hasHeaders && entry && method === "tools/call")
    requireMirrored(ladder, table, request, given);
}

/** Who does not know the extension of a method cannot know its name: that it is refused for. */
function isUnaware(
  { capability }: RequestEntry,
  request: HttpRequest,
  meta: JsonObject,
): boolean {
  return (
    capability !== undefined &&
    request.header("mcp-name") === undefined &&
    !hasCapability(meta[metaKeys.clientCapabilities], capability.path)
  );
}

/** What a notification says of itself is not to be wrong; it need not say it. */
export function assertValidNotification(
  { revisions, table }: ValidationContext,
  request: HttpRequest,
  { method, meta }: ReceivedNotification,
): void {
  const header = request.header("mcp-protocol-version");
  const named = meta[metaKeys.protocolVersion];
  if (header !== undefined && named !== undefined)
    requireSameRevision(table, header, named);
  const revision = header ?? named;
  if (revision !== undefined && !findStateless(revisions, revision))
    throw unsupportedRevision(revisions, table, String(revision));
  if (request.header("mcp-method") !== undefined)
    requireMethod(table, request, method);
}

function requireRevision(
  { revisions, table }: ValidationContext,
  request: HttpRequest,
  meta: JsonObject,
): ProtocolTable {
  const header = request.header("mcp-protocol-version");
  // Who shakes hands with a server that does not is to see what it speaks.
  if (!header)
    throw mismatch(
      table,
      `MCP-Protocol-Version is missing; this server speaks ${namesOf(revisions)}`,
    );
  // A client that shakes hands has no `_meta`: what it asks for is in the header.
  if (
    meta[metaKeys.protocolVersion] === undefined &&
    !revisions.some(({ revision }) => revision === header)
  )
    throw unsupportedRevision(revisions, table, header);
  const named = requireMeta(meta, revisions);
  requireSameRevision(table, header, named);
  const found = findStateless(revisions, named);
  if (found) return found;
  throw unsupportedRevision(revisions, table, named);
}

/** The revision that a request names, beside what its client can do. */
function requireMeta(
  meta: JsonObject,
  spoken: readonly ProtocolTable[],
): string {
  const named = meta[metaKeys.protocolVersion];
  if (typeof named !== "string")
    throw invalidMeta(
      metaKeys.protocolVersion,
      `one of ${namesOf(spoken)}`,
      named,
    );
  const capabilities = meta[metaKeys.clientCapabilities];
  if (!isObject(capabilities))
    throw invalidMeta(metaKeys.clientCapabilities, "an object", capabilities);
  return named;
}

function requireSameRevision(
  table: ProtocolTable,
  header: string,
  named: unknown,
): void {
  if (readHeaderValue(header) !== named)
    throw mismatch(
      table,
      `MCP-Protocol-Version is ${quote(header)}, and the request names ${quote(named)}`,
    );
}

function requireMethod(
  table: ProtocolTable,
  request: HttpRequest,
  method: string,
): void {
  const header = request.header("mcp-method");
  if (header === undefined) throw mismatch(table, "Mcp-Method is missing");
  if (readHeaderValue(header) !== method)
    throw mismatch(
      table,
      `Mcp-Method is ${quote(header)}, and the method ${quote(method)}`,
    );
}

function requireName(
  table: ProtocolTable,
  request: HttpRequest,
  param: string,
  params: JsonObject,
): void {
  const header = request.header("mcp-name");
  if (header === undefined) throw mismatch(table, "Mcp-Name is missing");
  const name = decodeHeaderValue(header);
  const value = params[param];
  if (name === undefined)
    throw mismatch(table, `Mcp-Name has no valid value: ${quote(header)}`);
  if (name !== value)
    throw mismatch(
      table,
      `Mcp-Name is ${quote(name)}, and params.${param} ${quote(value)}`,
    );
}

function requireMirrored(
  ladder: ValidationContext,
  table: ProtocolTable,
  request: HttpRequest,
  { name, arguments: args }: JsonObject,
): void {
  if (typeof name !== "string") return;
  const problem = mirrorProblem(ladder.mirrored(name), request, args);
  if (problem !== undefined) throw mismatch(table, problem);
}

function findStateless(
  spoken: readonly ProtocolTable[],
  named: unknown,
): ProtocolTable | undefined {
  return spoken.find(
    ({ lifecycle, revision }) =>
      lifecycle === "stateless" && revision === named,
  );
}

function namesOf(spoken: readonly ProtocolTable[]): string {
  return spoken.map(({ revision }) => revision).join(", ");
}

function mismatch({ errorCodes }: ProtocolTable, reason: string): Error {
  return new ProtocolError(
    errorCodes["HEADER_MISMATCH"] ?? INVALID_REQUEST,
    `Header mismatch: ${reason}`,
  );
}

function invalidMeta(key: string, expected: string, found: unknown): Error {
  return invalidParams(
    `Invalid params: _meta.${key}: expected ${expected}, found ${quote(found)}`,
  );
}
