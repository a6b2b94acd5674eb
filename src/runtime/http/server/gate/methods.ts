import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";
import { versionHeader } from "./era.ts";
import type { HttpRequest } from "../../shared/request-response.ts";
import type { ResolvedOptions } from "../resolve-options.ts";
import type { Route } from "./routes.ts";

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
