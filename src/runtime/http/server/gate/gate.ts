import type { HttpRequest } from "../../shared/request-response.ts";
import { refuse, type Refusal } from "../refusal.ts";
import type { Visit } from "../visit.ts";
import type { ResolvedOptions } from "../resolve-options.ts";
import { allowHosts, allowOrigins } from "./hosts.ts";
import { authorityOf } from "./target.ts";
import { accepts, isJson } from "./media-types.ts";

const json = "application/json";
const eventStream = "text/event-stream";

/** What is asked of a request before its body is read. */
export interface Gate {
  /** What is wrong with the request as HTTP, or where it comes from. */
  origin(visit: Visit): Refusal | undefined;
  /** What is wrong with the types that a POST sends, and takes if it is answered. */
  post(request: HttpRequest, isAnswered: boolean): Refusal | undefined;
  /** What is wrong with the types that a GET takes. */
  get(request: HttpRequest): Refusal | undefined;
}

export function createGate(options: ResolvedOptions): Gate {
  const isHost = allowHosts(options.allowedHosts);
  const isOrigin = allowOrigins(options.allowedOrigins);
  const { maxHeaderBytes } = options;
  return {
    origin(visit) {
      const host = visit.header("host");
      if (host === undefined) return refuse(400, "The Host header is missing");
      if (!isHost(host) || !visit.isFor(isHost))
        return {
          ...refuse(403, "The host is not allowed"),
          asked: isHost(host) ? authorityOf(visit.target) : host,
          option: "allowedHosts",
        };
      const origin = visit.header("origin");
      if (origin !== undefined && !isOrigin(origin))
        return {
          ...refuse(403, "The origin is not allowed"),
          asked: origin,
          option: "allowedOrigins",
        };
      return visit.problem(maxHeaderBytes);
    },
    post(request, isAnswered) {
      if (!isJson(request.header("content-type")))
        return refuse(415, `The content type has to be ${json}`);
      const encoding = request.header("content-encoding");
      if (encoding !== undefined && encoding.toLowerCase() !== "identity")
        return refuse(415, "The body has to come without an encoding");
      if (isAnswered && !accepts(request.header("accept"), [json, eventStream]))
        return refuse(406, `The client has to accept ${json}, ${eventStream}`);
      return undefined;
    },
    get: (request) =>
      accepts(request.header("accept"), [eventStream])
        ? undefined
        : refuse(406, `The client has to accept ${eventStream}`),
  };
}
