import { requireAskable } from "../protocol/revision/askable.ts";
import { ClientExchange } from "./exchange.ts";
import type { Dialect } from "../peer/dialect.ts";
import {
  describeIssue,
  INVALID_PARAMS,
  invalidParams,
  METHOD_NOT_FOUND,
  ProtocolError,
  toError,
  TransportError,
} from "../protocol/errors.ts";
import type { Exchange, Lifecycle } from "../peer/exchange.ts";
import { isObject } from "../protocol/message.ts";
import type { ReceivedRequest } from "../protocol/received.ts";
import {
  entryOf,
  type ProtocolTable,
} from "../protocol/revision/protocol-table.ts";
import { questionIssue } from "./answers/question.ts";

/** A client's lifecycle on one connection: what `negotiate` finds out. */
export class ClientLifecycle implements Lifecycle {
  /** What client and server agreed on. */
  agreed: Exchange | undefined;
  /** What a server may assume until then. */
  offered: Exchange;

  constructor(dialect: Dialect) {
    this.offered = new ClientExchange(dialect);
  }

  get table(): ProtocolTable {
    return this.hear().dialect.table;
  }

  accept({ method, params }: ReceivedRequest): Exchange {
    const exchange = this.hear();
    const { table, capabilities, isForeign } = exchange.dialect;
    // What travels inside results does not travel alone.
    if (entryOf(table.requests, method)?.direction === "embedded")
      throw new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    if (exchange.dialect.requests.has(method) && !isForeign(method))
      requireAcceptable(table, capabilities, method, params);
    return exchange;
  }

  hear(): Exchange {
    return this.agreed ?? this.offered;
  }

  outgoing(): Exchange {
    if (this.agreed) return this.agreed;
    throw new TransportError("the client is not connected");
  }
}

/**
 * Refuses what this client did not declare, such as a mode of elicitation, and
 * what no handler should be asked.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Error Handling}
 */
function requireAcceptable(
  table: ProtocolTable,
  capabilities: unknown,
  method: string,
  params: unknown,
): void {
  const request = isObject(params) ? { method, params } : { method };
  try {
    requireAskable(table, capabilities, request);
  } catch (error) {
    throw new ProtocolError(INVALID_PARAMS, toError(error).message);
  }
  const issue = questionIssue(request);
  if (!issue) return;
  const { path, message: reason } = issue;
  const message = `Invalid params: ${describeIssue(issue)}`;
  throw invalidParams(message, { path, reason });
}
