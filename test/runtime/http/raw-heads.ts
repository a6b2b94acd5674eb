import { expect } from "vitest";
import { send } from "./raw.ts";
import { modernCall, withHeaders, type Headers } from "./raw-server.ts";

/** The bytes of a request whose head is put together by hand: a good call's. */
export function call(
  first: string,
  headers: Headers,
  body = modernCall(0, "echo").body,
): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${first}\r\n${lines.join("")}\r\n${body}`;
}

/** The headers of a good call, with others instead or beside. */
export function goodHeaders(port: number, more: Headers = []): Headers {
  const { headers, body } = modernCall(port, "echo");
  const length = ["Content-Length", String(body.length)] as const;
  return withHeaders(headers, [length, ...more]);
}

/** Refused with one of the statuses; nothing of it was served. */
export async function expectRefusal(
  port: number,
  bytes: string,
  statuses: readonly number[],
): Promise<void> {
  const answer = await send(port, Buffer.from(bytes, "latin1"));
  expect(statuses).toContain(answer.status);
  expect(answer.headers.get("content-type") ?? "").not.toContain("html");
  expect(answer.body).not.toContain("result");
}
