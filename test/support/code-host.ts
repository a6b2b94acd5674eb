import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { answerOf, endpointOf, json, notFound } from "./code-host/answer.ts";
import {
  send,
  type Answer,
  type Endpoint,
  type Fault,
} from "./code-host/faults.ts";
import {
  createRepository,
  type Files,
  type Repository,
} from "./code-host/repository.ts";

export type { Endpoint, Fault } from "./code-host/faults.ts";

/** A request that the stand-in has seen. */
export interface SeenRequest {
  /** The path and the query, as they came. */
  readonly target: string;
  readonly endpoint: Endpoint;
  readonly headers: Readonly<IncomingMessage["headers"]>;
  /** What it was answered; 0 where there was no answer. */
  status: number;
}

/** Which requests a fault is for: those of an endpoint, those that match or have a text, or the one with this number from 1 on. */
export type Where = Endpoint | RegExp | number | "any" | `/${string}`;

/** How the stand-in is. */
export interface CodeHostOptions {
  /** `owner/repo`: `example/protocol` by default. */
  readonly name?: string;
  /** What the first commit has. */
  readonly files?: Files;
  /** Only requests with this token see the repository. */
  readonly token?: string;
  /** How many requests are answered within the hour: 60 by default. */
  readonly limit?: number;
}

/** A code host with one repository, on this machine. */
export interface CodeHost extends Repository {
  /** `owner/repo`. */
  readonly name: string;
  /** The address of its API. */
  readonly url: string;
  /** The environment that leads to it, and keeps the cache out: give a folder to have one. */
  env(cache?: string): Record<string, string>;
  readonly requests: readonly SeenRequest[];
  /** Lets requests fail: the next one that fits, so many of them, or all. */
  fault(where: Where, fault: Fault, times?: number): void;
  /** Ends all faults, forgets the requests, and lets the hour begin anew. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts a stand-in of a code host's REST API, as its documentation describes it. */
export async function startCodeHost(
  options: CodeHostOptions = {},
): Promise<CodeHost> {
  const { name = "example/protocol", files, limit = 60, token } = options;
  const repository = createRepository();
  if (files) repository.commit(files);
  const requests: SeenRequest[] = [];
  const faults: { where: Where; fault: Fault; times: number }[] = [];
  let remaining = limit;

  function nextFault(request: SeenRequest): Fault | undefined {
    const found = faults.find(
      ({ where, times }) => times > 0 && fits(where, request, requests.length),
    );
    if (found) found.times--;
    return found?.fault;
  }

  const server = createServer((incoming, response) => {
    const asked = parse(incoming, name);
    const request: SeenRequest = {
      target: incoming.url ?? "",
      endpoint: asked ? endpointOf(asked.path) : "other",
      headers: incoming.headers,
      status: 0,
    };
    requests.push(request);
    const fault = nextFault(request);
    const mayed = token === undefined || bearer(incoming) === token;
    const answer = incoming.headers["user-agent"]
      ? asked && mayed
        ? answerOf(repository, asked)
        : notFound()
      : json(403, { message: "Request forbidden by administrative rules." });
    const final = limited(conditional(answer, incoming));
    response.on("finish", () => (request.status = response.statusCode));
    send(response, final, fault);
  });

  /** Counts the request, but where nothing has changed. */
  function limited(answer: Answer): Answer {
    const isFree = answer.status === 304;
    if (remaining === 0 && !isFree)
      return {
        ...json(403, { message: "API rate limit exceeded" }),
        headers: rates(),
      };
    if (!isFree) remaining--;
    return { ...answer, headers: { ...answer.headers, ...rates() } };
  }

  function rates(): Record<string, string> {
    return {
      "x-ratelimit-limit": `${limit}`,
      "x-ratelimit-remaining": `${remaining}`,
      "x-ratelimit-used": `${limit - remaining}`,
      "x-ratelimit-reset": "4102444800",
    };
  }

  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // A TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    ...repository,
    name,
    url,
    requests,
    env: (cache) => ({
      GITHUB_API_URL: url,
      ...(token !== undefined && { GITHUB_TOKEN: token }),
      ...(cache !== undefined && { XDG_CACHE_HOME: cache }),
    }),
    fault: (where, fault, times = Infinity) =>
      void faults.push({ where, fault, times }),
    reset() {
      faults.length = 0;
      requests.length = 0;
      remaining = limit;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function parse(
  { url = "", headers }: IncomingMessage,
  name: string,
): Parameters<typeof answerOf>[1] | undefined {
  const { pathname, searchParams: query } = new URL(url, "http://localhost");
  const prefix = `/repos/${name}`;
  // Names of owners and repositories have no case.
  if (!pathname.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)) return;
  const path = decodeURIComponent(pathname.slice(prefix.length));
  return { path, query, accept: headers.accept ?? "" };
}

function bearer({ headers }: IncomingMessage): string | undefined {
  return /^(?:bearer|token) (.+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** The answer with its ETag; or that nothing has changed. */
function conditional(answer: Answer, { headers }: IncomingMessage): Answer {
  if (answer.status !== 200) return answer;
  const digest = createHash("sha256").update(answer.body).digest("hex");
  const tag = { etag: `W/"${digest}"` };
  return headers["if-none-match"] === tag.etag
    ? { status: 304, headers: tag, body: Buffer.alloc(0) }
    : { ...answer, headers: { ...answer.headers, ...tag } };
}

function fits(where: Where, request: SeenRequest, number: number): boolean {
  if (where === "any") return true;
  if (typeof where === "number") return where === number;
  if (typeof where === "string")
    return where.startsWith("/")
      ? request.target.includes(where)
      : where === request.endpoint;
  return where.test(request.target);
}
