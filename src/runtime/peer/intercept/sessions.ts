import type { Exchange } from "../exchange.ts";
import type {
  InterceptedSession,
  Interceptor,
  SessionEnd,
} from "../interceptor.ts";
import type { Carried } from "../transport.ts";
import { now } from "../../protocol/timers/deadlines.ts";

/** Lets each interceptor hear something. */
export type TellInterceptors = (
  tell: (interceptor: Interceptor) => unknown,
) => void;

/** What a server knows of a session beside what was agreed on. */
export interface SessionFacts {
  /** Who opened it. */
  readonly principal: string | undefined;
  /** Whose it is, as its bounds count. */
  readonly client: string;
  /** Why it ended, once it has. */
  end(): SessionEnd;
  /** Tells interceptors of it: where there are no sessions, nobody needs that. */
  readonly watch: typeof watchSession;
}

/** Tells interceptors that a session began, and that it ended with its connection. */
export function watchSession(
  tell: TellInterceptors,
  { dialect, peer }: Exchange,
  { via, origin }: Carried,
  done: Promise<Error | undefined>,
  facts?: SessionFacts,
): void {
  const session: InterceptedSession = {
    side: facts ? "server" : "client",
    principal: facts?.principal,
    client: facts?.client,
    protocolVersion: dialect.table.revision,
    peerInfo: peer.info,
    via,
    origin,
  };
  const began = now();
  tell((one) => one.sessionBegan?.(session));
  void done.then((error) => {
    const reason = facts?.end() ?? (error ? "left" : "closed");
    const ending = { reason, durationMs: now() - began };
    tell((one) => one.sessionEnded?.(session, ending));
  });
}
