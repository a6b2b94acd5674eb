import {
  JsonLimitError,
  parseJson,
} from "../../protocol/validation/parse-json.ts";
import { readMessage } from "../../protocol/received.ts";
import {
  excerpt,
  InvalidMessageError,
  toError,
  TransportError,
} from "../../protocol/errors.ts";
import type { ErrorObject } from "../../protocol/message.ts";
import type { HttpLink } from "./transport-context.ts";
import {
  withoutCredentials,
  drop,
  readText,
  describeRequest,
  fetchAnswer,
} from "./fetch-answer.ts";

/** A message on its way, as JSON. */
export interface PostedMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Where it goes, if not to the address of the server. */
  readonly url?: URL | undefined;
}

/** What a server answers to a POST. */
export type PostAnswer =
  /** It has taken it, and says nothing. */
  | Accepted
  | {
      readonly kind: "json";
      readonly value: unknown;
      readonly headers: Headers;
    }
  | {
      readonly kind: "events";
      readonly body: ReadableStream<Uint8Array>;
      readonly headers: Headers;
    }
  | Refused;

export interface Accepted {
  readonly kind: "accepted";
  readonly status: number;
  readonly headers: Headers;
}

/** A status that is no success. */
export interface Refused {
  readonly kind: "refused";
  readonly status: number;
  /** What the call fails with where `problem` is no answer to it. */
  readonly error: HttpError;
  /** The JSON-RPC error of the body, if that is one. */
  readonly problem: ErrorObject | undefined;
  readonly headers: Headers;
}

const usual = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/**
 * Posts a message. Rejects with a TransportError when there is no answer, or one
 * of another kind than the protocol has; with an InvalidMessageError for what is
 * said to be JSON and is not. Whoever takes `events` reads or cancels them.
 */
export async function post(
  link: HttpLink,
  message: PostedMessage,
): Promise<PostAnswer> {
  const { url = link.options.url } = message;
  const response = await send(link, message, url);
  if (!response.ok) return refused(link, response, url);
  const type = mediaType(response);
  if (type === "application/json") return json(link, response, url);
  if (type === "text/event-stream" && response.body)
    return { kind: "events", body: response.body, headers: response.headers };
  const { status, headers: told } = response;
  if (isEmpty(response)) {
    drop(response);
    return { kind: "accepted", status, headers: told };
  }
  throw strange(response, url, await textOf(link, response));
}

/**
 * Posts what has no answer: a server that takes it may say anything besides. Gives
 * its refusal, if it is one; rejects with a TransportError when there is no answer.
 */
export async function tell(
  link: HttpLink,
  message: PostedMessage,
): Promise<Refused | undefined> {
  const { url = link.options.url } = message;
  const response = await send(link, message, url);
  if (!response.ok) return refused(link, response, url);
  drop(response);
  return undefined;
}

function send(
  link: HttpLink,
  { body, headers, signal }: PostedMessage,
  url: URL,
): Promise<Response> {
  const all = { ...usual, ...headers };
  return fetchAnswer(link, { ...posting, headers: all, body, signal }, url);
}

async function json(
  link: HttpLink,
  response: Response,
  url: URL,
): Promise<PostAnswer> {
  const text = await readText(response, link.options.maxEventBytes).catch(
    (cause: unknown) => {
      throw broken(url, cause);
    },
  );
  const { status, headers } = response;
  if (text === "" && status === 202)
    return { kind: "accepted", status, headers };
  try {
    const value = parseJson(text, link.options);
    return { kind: "json", value, headers };
  } catch (cause) {
    const reason =
      cause instanceof JsonLimitError
        ? `the answer ${cause.message}`
        : text === ""
          ? "an empty answer"
          : "an answer that is not JSON";
    throw new InvalidMessageError(
      `${describeRequest(posting, url)}: ${reason}`,
      [],
      { cause, value: text },
    );
  }
}

/** Any body but a JSON-RPC error's is of an application in front: its words may say why. */
async function refused(
  link: HttpLink,
  response: Response,
  url: URL,
): Promise<Refused> {
  const { headers, status } = response;
  const text = await textOf(link, response);
  let problem: ErrorObject | undefined;
  // Who asks for a login may repeat what was sent to log in.
  let words = status === 401 ? "" : wordsOf(text);
  if (mediaType(response) === "application/json") {
    try {
      const message = readMessage(parseJson(text, link.options));
      if (message.kind === "error") problem = message.error;
    } catch (error) {
      // Of any other text, the status says what there is to know.
      if (error instanceof JsonLimitError) words = `the body ${error.message}`;
    }
  }
  const error = httpError(
    response,
    url,
    problem?.message ?? (words || undefined),
  );
  return { kind: "refused", status, error, problem, headers };
}

/** A body of text, or nothing. */
async function textOf(
  { options }: HttpLink,
  response: Response,
): Promise<string> {
  const isText = /^(text\/(?!event)|application\/json)/.test(
    mediaType(response),
  );
  const text = isText
    ? await readText(response, options.maxEventBytes).catch(() => "")
    : "";
  drop(response);
  return text;
}

/** What the beginning of a page says, without its tags. */
function wordsOf(text: string): string {
  return text.slice(0, 4_000).replace(/(?:<[^<>]*>|\s)+/g, " ");
}

const posting = { method: "POST" } as const;

/** The error for a status that is no success. */
export function httpError(
  { status, headers }: Pick<Response, "status" | "headers">,
  url: URL,
  reason?: string,
  call: Parameters<typeof describeRequest>[0] = posting,
): HttpError {
  const asks = status === 401 || status === 403;
  const given = asks ? headers.get("www-authenticate") : null;
  const challenge = given === null ? given : withoutCredentials(given, headers);
  const told = [reason, challenge === null ? undefined : described(challenge)]
    .filter((text) => text !== undefined)
    .map((text) => `: ${excerpt(withoutCredentials(text, headers))}`)
    .join("");
  const message = `${describeRequest(call, url)}: HTTP ${status}${told}`;
  return new HttpError(message, status, challenge ?? undefined);
}

/**
 * Why a challenge says that a token is refused.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6750#section-3 | RFC 6750, section 3}
 */
function described(challenge: string): string | undefined {
  const text = /\berror_description\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(challenge);
  return text?.[1]?.replace(/\\(.)/g, "$1");
}

/** `application/json; charset=utf-8` is JSON. */
export function mediaType({ headers }: Response): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

function isEmpty({ status, headers, body }: Response): boolean {
  return (
    status === 202 ||
    status === 204 ||
    body === null ||
    headers.get("content-length") === "0"
  );
}

function strange(response: Response, url: URL, text: string): TransportError {
  const { status, headers } = response;
  const type = excerpt(headers.get("content-type") ?? "no content type");
  return new HttpError(
    `${describeRequest(posting, url)}: HTTP ${status} with ${type}, which is neither JSON nor an event stream: ${excerpt(wordsOf(text))}`,
    status,
  );
}

function broken(url: URL, cause: unknown): TransportError {
  const { message } = toError(cause);
  return new TransportError(
    `${describeRequest(posting, url)}: the answer broke off: ${message}`,
    { cause },
  );
}

/** A server answered with a status that says no more than that the request failed. */
export class HttpError extends TransportError {
  static override readonly kin: string = "mcp-gen:HttpError";
  /** The status of the answer, such as 404. */
  readonly status: number;
  /** What `WWW-Authenticate` said, where the status is 401 or 403. */
  readonly challenge: string | undefined;

  constructor(
    message: string,
    status: number,
    challenge?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = status;
    this.challenge = challenge;
  }
}

const reasons: ReadonlySet<number> = /* @__PURE__ */ new Set([
  401, 403, 407, 429, 502, 503, 504,
]);

/**
 * Whether a status tells of who asks, how often, or whether the server is up: it
 * says nothing of the era of the server.
 */
export function hasReason(status: number): boolean {
  return reasons.has(status);
}
