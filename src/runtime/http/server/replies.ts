import type { RequestId } from "../../protocol/message.ts";
import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";
import { jsonHeaders } from "./answer/event-text.ts";
import type { HttpHeaders, HttpResponse } from "../shared/request-response.ts";

/** A JSON-RPC error, and how HTTP tells it. */
export interface ErrorReply {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly id?: RequestId | undefined;
  /** The revision that is spoken, where it is known. */
  readonly table?: Pick<ProtocolTable, "errorsWithoutId"> | undefined;
  readonly headers?: HttpHeaders | undefined;
}

const none: HttpHeaders = {};

/**
 * Refuses an HTTP request with a JSON-RPC error. Without an id the error has
 * none, or JSON-RPC's null where the revision knows no error without one; where
 * the revision is not known either, it has none.
 */
export function replyError(
  response: HttpResponse,
  { status, code, message, data, id, table, headers }: ErrorReply,
): void {
  const known = id ?? (table?.errorsWithoutId === false ? null : undefined);
  // What is undefined has no form in JSON.
  const error = { code, message, data };
  const body = JSON.stringify({ jsonrpc: "2.0", id: known, error });
  response.reply(status, { ...jsonHeaders, ...headers }, body);
}

/** Answers without a body. */
export function replyEmpty(
  response: HttpResponse,
  status: number,
  headers: HttpHeaders = none,
): void {
  response.reply(status, headers);
}
