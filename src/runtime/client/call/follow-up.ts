import type { Call } from "../../peer/call.ts";
import { isStateless } from "../../protocol/revision/protocol-table.ts";
import {
  InvalidMessageError,
  ProtocolError,
  toError,
} from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { Link } from "../link.ts";
import { isUnsupported } from "../negotiate.ts";
import { gather } from "./gather.ts";
import { isMismatch, relist } from "./relist.ts";
import { renegotiate } from "./renegotiate.ts";

/** What an answer means for its call. */
type Step =
  | { readonly kind: "answered"; readonly result: JsonObject }
  | { readonly kind: "failed"; readonly error: Error }
  /** The server wants input of the client's first. */
  | { readonly kind: "asked"; readonly question: JsonObject }
  /** An extension goes on with it, and gives the result. */
  | { readonly kind: "followed" }
  /** The server misses headers that its tools ask for. */
  | { readonly kind: "mismatched"; readonly refusal: ProtocolError }
  /** The server speaks the client's revision no more. */
  | { readonly kind: "unsupported"; readonly refusal: ProtocolError };

/** A server that asks in more rounds than this is taken to ask for ever. */
const maxRounds = 32;

/**
 * Goes on with a client's call when a request of it has its answer. Its life:
 *
 *     asking ─▶ answered, failed ──────────────▶ over
 *      ▲ ├────▶ asked: handlers give input ────┐
 *      │ ├────▶ mismatched: tools are listed ──┤
 *      │ └────▶ unsupported: revision chosen ──┤
 *      └───────────────────────────────────────┘
 *
 * An answer that an extension follows is no request again: what it gives is the
 * result. `preparing` ends in `over` then.
 *
 * Between two requests it is `preparing`, and its signal, its time and the end of
 * the connection do what they always do. Each request has an id of its own.
 */
export function followUp(
  link: Link,
  call: Call,
  answer: JsonObject | ProtocolError,
): void {
  const { pending } = link.connection.outgoing;
  const step = readAnswer(link, call, answer);
  switch (step.kind) {
    case "answered":
      return pending.end(call, step.result);
    case "failed":
      return pending.fail(call, step.error);
    case "asked":
      call.rounds++;
      // Only so that the ids on the wire stay what they were.
      pending.skipId();
      return askAgain(link, call, async (signal) => {
        call.params = await gather(link, call, step.question, signal);
      });
    case "followed":
      return;
    case "mismatched":
      return askOnceMore(link, call, (signal) =>
        relist(link, call, step.refusal, signal),
      );
    case "unsupported":
      return askOnceMore(link, call, (signal) =>
        renegotiate(link, call, step.refusal, signal),
      );
    default:
      return step satisfies never;
  }
}

function readAnswer(
  link: Link,
  call: Call,
  answer: JsonObject | ProtocolError,
): Step {
  if (answer instanceof ProtocolError) return readRefusal(link, call, answer);
  const { exchange, method, params, rounds } = call;
  // The guard of the result has proved that the method's answer may ask.
  const asks =
    answer["resultType"] === "input_required" && isStateless(exchange.dialect);
  const error = asks
    ? rounds === maxRounds &&
      new InvalidMessageError(`${method}: the server asks for ever`, [], {
        value: answer,
      })
    : link.outputs.hear(method, params, answer);
  if (error) return { kind: "failed", error };
  if (asks) return { kind: "asked", question: answer };
  return link.options.joined?.follow(link, call, answer)
    ? { kind: "followed" }
    : { kind: "answered", result: answer };
}

/** What was refused once is not sent again, but for a reason that is mended first. */
function readRefusal(link: Link, call: Call, error: ProtocolError): Step {
  const { exchange, method, isRepeated } = call;
  const { dialect } = exchange;
  if (error.code === dialect.table.errorCodes["URL_ELICITATION_REQUIRED"])
    link.options.elicitations?.openAll(error.data);
  const isFinal =
    isRepeated || method === "server/discover" || !isStateless(dialect);
  if (!isFinal && isUnsupported(error, dialect))
    return { kind: "unsupported", refusal: error };
  if (!isFinal && isMismatch(call, error))
    return { kind: "mismatched", refusal: error };
  return link.options.joined?.follow(link, call, error)
    ? { kind: "followed" }
    : { kind: "failed", error };
}

/** Sends another request as soon as what it needs is there; what fails ends the call. */
function askAgain(
  { connection: { outgoing } }: Link,
  call: Call,
  prepare: (signal: AbortSignal) => Promise<void>,
): void {
  prepare(outgoing.pending.prepare(call)).then(
    () => outgoing.ask(call),
    (error: unknown) => outgoing.pending.fail(call, toError(error)),
  );
}

/** Sends the request that was refused once more, as part of what is agreed on by then. */
function askOnceMore(
  link: Link,
  call: Call,
  mend: (signal: AbortSignal) => Promise<void>,
): void {
  call.isRepeated = true;
  askAgain(link, call, async (signal) => {
    await mend(signal);
    call.exchange = link.lifecycle.outgoing();
  });
}
