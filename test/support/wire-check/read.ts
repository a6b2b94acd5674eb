/** A JSON object of which nothing is known yet. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The `_meta` of a message's params; empty when there is none. */
export function metaOf({ params }: JsonObject): JsonObject {
  const meta = isObject(params) ? params["_meta"] : undefined;
  return isObject(meta) ? meta : {};
}

/**
 * The revision that a message says it is of: a client offers one in the
 * handshake, and states one in every request where there is none.
 */
export function versionOf(message: JsonObject): string | undefined {
  const { method, params } = message;
  const isOffer = method === "initialize" && isObject(params);
  const version = isOffer
    ? params["protocolVersion"]
    : metaOf(message)["io.modelcontextprotocol/protocolVersion"];
  return typeof version === "string" ? version : undefined;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The value as JSON, unless it has none, or none that can be made of it. */
export function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
