import { refuse, type HttpCall, type Refusal } from "../visit.ts";
import type { ResolvedOptions } from "../services.ts";
import { allowHosts, allowOrigins } from "./hosts.ts";
import { authorityOf } from "./target.ts";
import { accepts, isJson } from "./media-types.ts";

const json = "application/json";
const eventStream = "text/event-stream";

/** What is asked of a request before its body is read. */
export interface Gate {
  /** What is wrong with the request as HTTP, or where it comes from. */
  origin(call: HttpCall): Refusal | undefined;
  /** What is wrong with the types that a POST sends, and takes if it is answered. */
  post(call: HttpCall, isAnswered: boolean): Refusal | undefined;
  /** What is wrong with the types that a GET takes. */
  get(call: HttpCall): Refusal | undefined;
}

export function createGate(options: ResolvedOptions): Gate {
  const isHost = allowHosts(options.allowedHosts);
  const isOrigin = allowOrigins(options.allowedOrigins);
  const { maxHeaderBytes } = options;
  return {
    origin(call) {
      const host = call.header("host");
      if (host === undefined) return refuse(400, "The Host header is missing");
      if (!isHost(host) || !isHost(authorityOf(call.target) ?? host))
        return refuse(403, "The host is not allowed");
      const origin = call.header("origin");
      if (origin !== undefined && !isOrigin(origin))
        return refuse(403, "The origin is not allowed");
      return call.problem(maxHeaderBytes);
    },
    post(call, isAnswered) {
      if (!isJson(call.header("content-type")))
        return refuse(415, `The content type has to be ${json}`);
      const encoding = call.header("content-encoding");
      if (encoding !== undefined && encoding.toLowerCase() !== "identity")
        return refuse(415, "The body has to come without an encoding");
      if (isAnswered && !accepts(call.header("accept"), [json, eventStream]))
        return refuse(406, `The client has to accept ${json}, ${eventStream}`);
      return undefined;
    },
    get: (call) =>
      accepts(call.header("accept"), [eventStream])
        ? undefined
        : refuse(406, `The client has to accept ${eventStream}`),
  };
}
