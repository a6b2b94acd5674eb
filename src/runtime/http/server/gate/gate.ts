import type { HttpRequest } from "../../shared/request-response.ts";
import { refuse, type Refusal } from "../replies.ts";
import type { Visit } from "../exchange.ts";
import type { ResolvedOptions } from "../resolve-options.ts";
import { allowHosts, allowOrigins, authorityOf } from "./hosts.ts";

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

interface MediaRange {
  /** `type/subtype`, in lower case. */
  readonly name: string;
  readonly parameters: readonly (readonly [string, string])[];
}

/** What clients of the official kind send: it needs no parsing. */
const usual = "application/json, text/event-stream";

/** Whether an `Accept` header covers all of these types; one that is missing does. */
export function accepts(
  header: string | undefined,
  types: readonly string[],
): boolean {
  if (header === undefined || header === usual) return true;
  const ranges = header.split(",").map(readRange);
  return types.every((type) => quality(ranges, type) > 0);
}

/** Whether a `Content-Type` is that of JSON, which is always UTF-8. */
export function isJson(header: string | undefined): boolean {
  if (header === "application/json") return true;
  const { name, parameters } = readRange(header ?? "");
  return (
    name === "application/json" &&
    parameters.every(([key, value]) => key !== "charset" || isUtf8(value))
  );
}

function isUtf8(charset: string): boolean {
  const name = charset.toLowerCase();
  return name === "utf-8" || name === "utf8";
}

/** The most specific range decides. */
function quality(ranges: readonly MediaRange[], type: string): number {
  const [family = ""] = type.split("/");
  for (const name of [type, `${family}/*`, "*/*"]) {
    const range = ranges.find((one) => one.name === name);
    if (range) return weight(range);
  }
  return 0;
}

function weight({ parameters }: MediaRange): number {
  const q = parameters.find(([key]) => key === "q")?.[1] ?? "1";
  const value = Number(q);
  return q !== "" && value >= 0 && value <= 1 ? value : 0;
}

function readRange(text: string): MediaRange {
  const [name = "", ...rest] = text.split(";");
  const parameters = rest.map(readParameter);
  return { name: name.trim().toLowerCase(), parameters };
}

function readParameter(text: string): readonly [string, string] {
  const [key = "", ...rest] = text.split("=");
  const value = rest.join("=").trim();
  const isQuoted = value.length > 1 && value.startsWith('"');
  return [
    key.trim().toLowerCase(),
    isQuoted && value.endsWith('"') ? value.slice(1, -1) : value,
  ];
}
