import type {
  BegunCall,
  ClientExtension,
  ClientHost,
  UsedExtension,
} from "../client/extension.ts";
import type { Lender, Link, UsedTogether } from "../client/link.ts";
import type { Call } from "../peer/call.ts";
import { toError, type ProtocolError } from "../protocol/errors.ts";
import type { JsonObject } from "../protocol/message.ts";
import { clientHost } from "./client-host.ts";
import { KnownTools } from "./known-tools.ts";
import { requireDistinct, together } from "./together.ts";

/** Begins each extension of a client, once. Throws a TypeError where two have one id or one name. */
export function useAll(
  extensions: readonly ClientExtension[],
  lender: Lender,
): UsedTogether {
  requireDistinct(extensions);
  const listed = new KnownTools();
  const host = clientHost(lender, listed);
  const works = extensions.map((one) => one.use(host));
  return {
    ...together(extensions, works),
    prepare(call) {
      for (const one of works)
        call.params = one.prepare?.(begun(call)) ?? call.params;
    },
    follow(link, call, answer) {
      listed.hear(link, call.method, answer);
      const go = followOne(works, begun(call), answer);
      if (go) goOn(lender, host, link, call, go);
      return go !== undefined;
    },
    late(call, answer) {
      for (const one of works) one.late?.(begun(call), answer);
    },
  };
}

type Go = (signal: AbortSignal) => Promise<JsonObject>;

function followOne(
  works: readonly UsedExtension[],
  call: BegunCall,
  answer: JsonObject | ProtocolError,
): Go | undefined {
  for (const one of works) {
    const go = one.follow?.(call, answer);
    if (go) return go;
  }
  return undefined;
}

function begun({ method, params, options, exchange }: Call): BegunCall {
  return { method, params, options, table: exchange.dialect.table };
}

/**
 * Ends a call with what its answer leads to. No request of it waits meanwhile: none is
 * taken back. It outlives its connection where there is to be another one.
 */
function goOn(
  lender: Lender,
  host: ClientHost,
  { connection, outputs }: Link,
  call: Call,
  go: Go,
): void {
  const { pending } = connection.outgoing;
  call.isFollowed = true;
  const fail = (error: unknown): void => pending.fail(call, toError(error));
  const leave = host.onOver(() => void lender.opened().catch(fail));
  call.done.then(leave, leave);
  go(pending.prepare(call)).then((result) => {
    const error = outputs.hear(call.method, call.params, result);
    if (error) pending.fail(call, error);
    else pending.end(call, result);
  }, fail);
}
