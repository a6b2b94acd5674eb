import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { onTestFinished } from "vitest";
import { createServer, resource, tool } from "../../../../generated/index.ts";
import { jwt } from "../../../../src/runtime/auth/jwt.ts";
import {
  protect,
  type ProtectOptions,
} from "../../../../src/runtime/auth/server.ts";
import { createHttpHandler } from "../../../../src/runtime/http.ts";
import { createNodeHandler } from "../../../../src/runtime/http-node.ts";
import { pipe } from "../../../support/auth/pipe.ts";
import { closePort, openPort } from "../../../support/auth/port.ts";

/** Who gives tokens for the notes. */
interface Issuer {
  readonly issuer: string;
  readonly jwksUri: string;
}

/** A protected server of ours, as a process that can be started again. */
export interface Notes {
  readonly url: string;
  /** Ends the process and starts it again, on the same port: sessions are gone. */
  restart(): Promise<void>;
  /** Tells who may hear it that the one note has changed. */
  touch(): void;
  /** Trusts another authorization server from now on, and no longer the one before. */
  move(to: Issuer): Promise<void>;
}

export const faces = ["Node", "web"] as const;
export type FaceName = (typeof faces)[number];

export const notesScopes = ["notes:read", "notes:write"];

export const note = "note://one";

interface Running {
  touch(): void;
  serve(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

/** Starts a protected server, which ends with the test. */
export async function startNotes(
  from: Issuer,
  face: FaceName = "Node",
  protection: Partial<ProtectOptions<unknown>> = {},
): Promise<Notes> {
  let issuer = from;
  let running: Running | undefined;
  const http = createHttpServer((request, response) => {
    // A connection that is kept would be found dead after a restart.
    response.setHeader("connection", "close");
    running?.serve(request, response);
  });
  const port = await openPort(http, 0);
  const url = `http://127.0.0.1:${port}/mcp`;
  const begin = (): void => {
    running = run(url, issuer, face, protection);
  };
  const stop = async (): Promise<void> => {
    await running?.close();
    await closePort(http);
  };
  const restart = async (): Promise<void> => {
    await stop();
    begin();
    await openPort(http, port);
  };
  begin();
  onTestFinished(stop);
  return {
    url,
    restart,
    touch: () => running?.touch(),
    async move(to) {
      issuer = to;
      await restart();
    },
  };
}

function run(
  url: string,
  { issuer, jwksUri }: Issuer,
  face: FaceName,
  protection: Partial<ProtectOptions<unknown>>,
): Running {
  const authorize = protect({
    resource: url,
    authorizationServers: [issuer],
    verify: jwt({ issuer, jwks: jwksUri, allowLoopback: true }),
    scopes: ["notes:read"],
    ...protection,
  });
  const server = createServer({
    info: { name: "notes", version: "1.0.0" },
    onError() {},
    capabilities: { resources: { subscribe: true } },
    features: [
      resource(note, { name: "one" }, () => "a note"),
      tool("whoami", {}, (_, { principal }) => principal ?? "nobody"),
      tool("write", { scopes: ["notes:write"] }, () => "written"),
    ],
  });
  const options = { authorize, path: "/mcp" };
  const faced =
    face === "Node"
      ? onNode(createNodeHandler(server, options))
      : onWeb(createHttpHandler(server, options));
  const touch = (): void => server.notify.resourceUpdated({ uri: note });
  return { ...faced, touch };
}

function onNode(
  handler: ReturnType<typeof createNodeHandler>,
): Omit<Running, "touch"> {
  return { serve: handler, close: () => handler.close({ graceMs: 0 }) };
}

function onWeb(
  handler: ReturnType<typeof createHttpHandler>,
): Omit<Running, "touch"> {
  const serve = async (
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const leaving = new AbortController();
    const body = Buffer.concat(chunks).toString();
    const { method = "GET", url = "/", headers } = incoming;
    const request = new Request(new URL(url, `http://${headers.host}`), {
      method,
      headers: Object.entries(headers).map(
        ([name, value]): [string, string] => [name, String(value)],
      ),
      signal: leaving.signal,
      ...(body !== "" && { body }),
    });
    await pipe(await handler(request), response, leaving);
  };
  return {
    serve: (request, response) => void serve(request, response),
    close: () => handler.close({ graceMs: 0 }),
  };
}
