import type { HttpRequest } from "../../shared/request-response.ts";
import { createRefusal, type Body, type Refusal } from "../replies.ts";
import { PARSE_ERROR } from "../../../protocol/errors.ts";
import {
  checkValue,
  JsonLimitError,
  parseJson,
  type JsonLimits,
} from "../../../protocol/validation/parse-json.ts";
import type { HttpExchange } from "../exchange.ts";
import type { ResolvedOptions } from "../resolve-options.ts";
import { allowHosts, allowOrigins, authorityOf } from "./hosts.ts";

const json = "application/json";
const eventStream = "text/event-stream";

/** What is asked of a request before its body is read. */
export interface Gate {
  /** What is wrong with the request as HTTP, or where it comes from. */
  checkOrigin(exchange: HttpExchange): Refusal | undefined;
  /** What is wrong with the types that a POST sends, and takes if it is answered. */
  checkPost(request: HttpRequest, isAnswered: boolean): Refusal | undefined;
  /** What is wrong with the types that a GET takes. */
  checkGet(request: HttpRequest): Refusal | undefined;
}

export function createGate(options: ResolvedOptions): Gate {
  const isHost = allowHosts(options.allowedHosts);
  const isOrigin = allowOrigins(options.allowedOrigins);
  const { maxHeaderBytes } = options;
  return {
    checkOrigin(exchange) {
      const host = exchange.header("host");
      if (host === undefined)
        return createRefusal(400, "The Host header is missing");
      if (!isHost(host) || !exchange.isForHost(isHost))
        return {
          ...createRefusal(403, "The host is not allowed"),
          requested: isHost(host) ? authorityOf(exchange.target) : host,
          option: "allowedHosts",
        };
      const origin = exchange.header("origin");
      if (origin !== undefined && !isOrigin(origin))
        return {
          ...createRefusal(403, "The origin is not allowed"),
          requested: origin,
          option: "allowedOrigins",
        };
      return exchange.findHeaderProblem(maxHeaderBytes);
    },
    checkPost(request, isAnswered) {
      if (!isJson(request.header("content-type")))
        return createRefusal(415, `The content type has to be ${json}`);
      const encoding = request.header("content-encoding");
      if (encoding !== undefined && encoding.toLowerCase() !== "identity")
        return createRefusal(415, "The body has to come without an encoding");
      if (isAnswered && !accepts(request.header("accept"), [json, eventStream]))
        return createRefusal(
          406,
          `The client has to accept ${json}, ${eventStream}`,
        );
      return undefined;
    },
    checkGet: (request) =>
      accepts(request.header("accept"), [eventStream])
        ? undefined
        : createRefusal(406, `The client has to accept ${eventStream}`),
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

/** A parsed body, or the reason why it is refused. */
export type Parsed =
  { readonly kind: "value"; readonly value: unknown } | Refusal;

/** Parses a body that is within its limits. */
export function parseBody(body: Body, limits: JsonLimits): Parsed {
  if (body.kind === "refused") return body;
  try {
    if (body.kind === "text")
      return { kind: "value", value: parseJson(body.text, limits) };
    checkValue(body.value, limits);
    return body;
  } catch (error) {
    return error instanceof JsonLimitError
      ? createRefusal(400, `The body ${error.message}`)
      : { ...createRefusal(400, "The body is not JSON"), code: PARSE_ERROR };
  }
}
