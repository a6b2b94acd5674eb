import type { RequestId } from "../message.ts";
import type { ProtocolTable } from "../protocol-table.ts";
import type { HttpExchange, HttpHeaders } from "./exchange.ts";

const json: HttpHeaders = { "content-type": "application/json" };
const none: HttpHeaders = {};

/**
 * Refuses an HTTP request with a JSON-RPC error. Without an id the error has
 * none, or JSON-RPC's null where the revision knows no error without one; where
 * the revision is not known either, it has none.
 */
export function replyError(
  { response }: Pick<HttpExchange, "response">,
  status: number,
  table: Pick<ProtocolTable, "errorsWithoutId"> | undefined,
  id: RequestId | undefined,
  code: number,
  message: string,
  data?: unknown,
  headers: HttpHeaders = none,
): void {
  const known = id ?? (table?.errorsWithoutId === false ? null : undefined);
  // What is undefined has no form in JSON.
  const error = { code, message, data };
  response.reply(
    status,
    { ...json, ...headers },
    JSON.stringify({ jsonrpc: "2.0", id: known, error }),
  );
}

/** Answers without a body. */
export function replyEmpty(
  { response }: Pick<HttpExchange, "response">,
  status: number,
  headers: HttpHeaders = none,
): void {
  response.reply(status, headers);
}
