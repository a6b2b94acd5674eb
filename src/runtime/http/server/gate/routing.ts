import { pathOf } from "./hosts.ts";
import type { ResolvedOptions } from "../resolve-options.ts";
import {
  type ProtocolTable,
  entryOf,
  isStateless,
} from "../../../protocol/revision/protocol-table.ts";
import type { HttpRequest } from "../../shared/request-response.ts";
import {
  metaOf,
  objectOf,
  type JsonObject,
} from "../../../protocol/message.ts";
import { metaKeys } from "../../../protocol/meta-keys.ts";
import type { Posted } from "../posted.ts";

/** What a path is for. */
export type Route = "mcp" | "health" | "sse" | "messages";

export type FindRoute = (target: string) => Route | undefined;

/**
 * Finds what the path of a target is for; where no path is given, any is the
 * server's. Throws a TypeError for a path with two meanings.
 */
export function createRoutes({
  path,
  healthPath,
  sse,
}: Pick<ResolvedOptions, "path" | "healthPath" | "sse">): FindRoute {
  const routes = new Map<string, Route>();
  const add = (route: Route, at: string | undefined): void => {
    if (at === undefined) return;
    const known = routes.get(at);
    if (known)
      throw new TypeError(`the path ${at} is for ${known} and ${route}`);
    routes.set(at, route);
  };
  add("mcp", path);
  add("health", healthPath);
  add("health", healthPath && `${healthPath}/live`);
  add("sse", sse && (sse.path ?? "/sse"));
  add("messages", sse && (sse.messagesPath ?? "/messages"));
  const other = path === undefined ? "mcp" : undefined;
  if (routes.size === 0) return () => other;
  return (target) => routes.get(pathOf(target)) ?? other;
}

/** The HTTP methods that a request may have. */
export type AllowMethods = (
  request: Pick<HttpRequest, "method" | "header">,
  route: Route,
) => readonly string[];

const post = ["POST"];
const get = ["GET"];
const all = ["POST", "GET", "DELETE"];

/** Streams of their own, and an end, are for clients that have sessions. */
export function allowMethods(
  tables: readonly ProtocolTable[],
  { sessions }: Pick<ResolvedOptions, "sessions">,
): AllowMethods {
  const hasSessions =
    sessions !== false &&
    tables.some(({ facts }) => facts.includes("sessions"));
  return (request, route) => {
    if (route === "sse") return get;
    if (route === "messages" || !hasSessions) return post;
    if (request.method !== "GET" && request.method !== "DELETE") return all;
    const named = request.header(versionHeader);
    const table = tables.find(({ revision }) => revision === named);
    return table?.lifecycle === "stateless" ? post : all;
  };
}

/** The header that names the revision of a request. */
export const versionHeader = "mcp-protocol-version";

/** Tells by which lifecycle a POST is to be served. */
export type LifecycleOf = (
  request: Pick<HttpRequest, "header">,
  posted: Posted,
) => ProtocolTable["lifecycle"];

/**
 * A request that names its revision in its `_meta` has no session; neither has
 * one whose header names what is no revision with a handshake, nor one whose
 * method only revisions without a handshake know.
 */
export function createLifecycleOf(
  revisions: readonly ProtocolTable[],
): LifecycleOf {
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
