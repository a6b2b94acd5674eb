import { hasCapability, withCapability } from "./capabilities.ts";
import { INVALID_REQUEST, ProtocolError } from "../errors.ts";
import type { InputRequest } from "../input-required.ts";
import { isObject, type JsonObject } from "../message.ts";
import { entryOf, type ProtocolTable, type Side } from "./protocol-table.ts";

/**
 * Throws when a client did not declare what requests to it need, or speaks a
 * revision that has no such request: the error names the capabilities, as a
 * stateless revision wants it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation}
 */
export function requireAskable(
  table: ProtocolTable,
  capabilities: unknown,
  ...requests: readonly InputRequest[]
): void {
  for (const { method } of requests)
    if (!entryOf(table.requests, method))
      throw new ProtocolError(
        INVALID_REQUEST,
        `The client cannot be asked: ${table.revision} has no ${method}`,
      );
  const missing = requests
    .map((request) => neededFor(table, capabilities, request))
    .filter((path) => !hasCapability(capabilities, path));
  if (missing.length > 0) throw undeclared(table, "client", missing);
}

/** Refuses a message that needs what a side did not declare: the error names it. */
export function undeclared(
  { errorCodes }: ProtocolTable,
  side: Side,
  missing: readonly (readonly string[])[],
): ProtocolError {
  const names = missing.map((path) => path.join(".")).join(", ");
  return new ProtocolError(
    errorCodes["MISSING_REQUIRED_CLIENT_CAPABILITY"] ?? INVALID_REQUEST,
    `The ${side} does not declare what this needs: ${names}`,
    {
      requiredCapabilities: missing.reduce<JsonObject>(
        (all, path) => withCapability(all, path, false),
        {},
      ),
    },
  );
}

/**
 * The params of a request to a client, without what asks for the context of
 * other servers where a client has to declare that it can give it, and does not.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/sampling | Sampling: Capabilities}
 */
export function withoutContext<Params>(
  { facts }: ProtocolTable,
  capabilities: unknown,
  method: string,
  params: Params,
): Params {
  if (
    method !== "sampling/createMessage" ||
    !isObject(params) ||
    (params["includeContext"] ?? "none") === "none" ||
    !facts.includes("sampling-context") ||
    hasCapability(capabilities, ["sampling", "context"])
  )
    return params;
  const { includeContext, ...rest } = params;
  return rest as Params; // what is left out is optional
}

/** The capability of the method, and what the params need beyond it. */
function neededFor(
  table: ProtocolTable,
  capabilities: unknown,
  { method, params }: InputRequest,
): readonly string[] {
  const path = entryOf(table.requests, method)?.capability?.path ?? [];
  if (!isObject(params)) return path;
  if (method === "sampling/createMessage")
    return params["tools"] || params["toolChoice"] ? [...path, "tools"] : path;
  if (method !== "elicitation/create") return path;
  if (params["mode"] === "url") return [...path, "url"];
  // A client that names no mode can do forms.
  return hasCapability(capabilities, [...path, "url"])
    ? [...path, "form"]
    : path;
}
