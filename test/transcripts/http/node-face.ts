import { connect } from "node:net";
import { listenHttp, type AnyServer, type HttpOptions } from "../subject.ts";
import type { Face, Flow, Sent } from "./flow.ts";

/** A server on a port of this machine, with a connection for each request. */
export async function openNodeFace(
  server: AnyServer,
  options: HttpOptions,
): Promise<Face> {
  const running = await listenHttp(server, { ...options, port: 0 });
  return {
    host: `127.0.0.1:${running.port}`,
    send: (sent, bell) => sendRaw(running.port, bytesOf(sent), bell),
    close: (graceMs = 0) => running.close({ graceMs }),
  };
}

function bytesOf({ method, target, headers, body = "" }: Sent): string {
  const isFramed = headers.some(([name]) =>
    /^(content-length|transfer-encoding)$/i.test(name),
  );
  const length: Sent["headers"] =
    body === "" || isFramed
      ? []
      : [["Content-Length", `${Buffer.byteLength(body)}`]];
  const lines = [...headers, ...length].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** Sends bytes on a connection of their own, and reads one answer. */
export function sendRaw(
  port: number,
  bytes: string,
  bell: { ring(): void },
): Flow {
  const socket = connect({ port, host: "127.0.0.1" });
  const flow: Flow = {
    head: undefined,
    body: "",
    end: undefined,
    told: 0,
    isHeadTold: false,
    leave: () => void socket.destroy(),
  };
  let raw = Buffer.alloc(0);
  const read = (isClosed: boolean): void => {
    if (flow.end !== undefined) return;
    readAnswer(flow, raw, isClosed, isHeadless(bytes));
    if (flow.end !== undefined) socket.destroy();
    bell.ring();
  };
  socket.on("data", (data) => {
    raw = Buffer.concat([raw, data]);
    read(false);
  });
  socket.on("error", () => {});
  socket.on("close", () => read(true));
  socket.write(bytes);
  return flow;
}

function isHeadless(bytes: string): boolean {
  return bytes.startsWith("HEAD ");
}

/** Reads as much of an answer as has come. */
function readAnswer(
  flow: Flow,
  raw: Buffer,
  isClosed: boolean,
  hasNoBody: boolean,
): void {
  const end = raw.indexOf("\r\n\r\n");
  if (end >= 0) {
    const head = raw.toString("latin1", 0, end);
    flow.head = head.replaceAll("\r\n", "\n");
    const rest = raw.subarray(end + 4);
    const length = /^content-length: (\d+)$/im.exec(flow.head)?.[1];
    const isEmpty = hasNoBody || /^HTTP\/1.1 (1..|204|304) /.test(head);
    if (isEmpty) flow.end = "whole";
    else if (/^transfer-encoding: chunked$/im.test(flow.head))
      readChunks(flow, rest);
    else {
      flow.body = rest.toString("utf8");
      const isWhole = length !== undefined && rest.length >= Number(length);
      if (isWhole || (isClosed && length === undefined)) flow.end = "whole";
    }
  }
  if (isClosed) flow.end ??= "cut";
}

function readChunks(flow: Flow, rest: Buffer): void {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = rest.indexOf("\r\n", at);
    if (line < 0) break;
    const size = Number.parseInt(rest.toString("latin1", at, line), 16);
    const end = line + 2 + size;
    if (rest.length < end + 2) break;
    parts.push(rest.subarray(line + 2, end));
    at = end + 2;
    if (size > 0) continue;
    flow.end = "whole";
    break;
  }
  flow.body = Buffer.concat(parts).toString("utf8");
}
