import type {
  InterceptedCall,
  InterceptedSession,
  Interceptor,
} from "../interceptor.ts";
import { Interception, type Unseen } from "./interception.ts";
import type { TellInterceptors } from "./sessions.ts";
import { heard } from "../../protocol/report.ts";

type Direction = InterceptedCall["direction"];

/** Makes the interception of each request that goes one way. */
export type Intercept = (request: Unseen) => Interception;

/** What shows interceptors what passes: each is undefined where nobody wants it. */
export interface Interceptions {
  /** Of what is answered. */
  readonly intercept?: Intercept | undefined;
  /** Of what is asked. */
  readonly interceptCalls?: Intercept | undefined;
  /** Tells them of what is no request. */
  readonly tellInterceptors?: TellInterceptors | undefined;
}

/** Nothing without interceptors, so that nobody pays for none. */
export function createInterceptions(
  side: InterceptedSession["side"],
  interceptors: readonly Interceptor[] | undefined,
  onError: (error: Error) => void,
): Interceptions {
  if (!interceptors || interceptors.length === 0) return {};
  const byDefault = side === "client" ? "both" : "incoming";
  const along = (direction: Direction): Intercept | undefined => {
    const own = interceptors.filter(({ directions = byDefault }) =>
      [direction, "both"].includes(directions),
    );
    const tell = tellTo(own, onError);
    return own.length > 0
      ? (request) => new Interception(own, tell, direction, request)
      : undefined;
  };
  return {
    intercept: along("incoming"),
    interceptCalls: along("outgoing"),
    tellInterceptors: tellTo(interceptors, onError),
  };
}

function tellTo(
  interceptors: readonly Interceptor[],
  onError: (error: Error) => void,
): TellInterceptors {
  return (tell) => {
    for (const one of interceptors) heard(() => tell(one), onError);
  };
}
