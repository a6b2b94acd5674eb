import { expect } from "vitest";
import type { Exchange } from "./exchanges.ts";
import { patient } from "../../runtime/wait.ts";

/** The header that names a session. */
export const sessionHeader = "mcp-session-id";

/** The exchanges that carry this method, of one tool where it is named. */
export function callsOf(
  exchanges: readonly Exchange[],
  method: string,
  tool?: string,
): Exchange[] {
  return exchanges.filter(({ body }) => {
    if (body === "") return false;
    // Every body of a client is a message; what it has is looked at, no more.
    const message = JSON.parse(body) as Request;
    if (message.method !== method) return false;
    return tool === undefined || message.params?.name === tool;
  });
}

interface Request {
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

/** The only call of a tool; fails when there is none, or more. */
export async function callOf(
  exchanges: readonly Exchange[],
  tool: string,
): Promise<Exchange> {
  const calls = (): Exchange[] => callsOf(exchanges, "tools/call", tool);
  await expect.poll(calls, patient).toHaveLength(1);
  const [call] = calls();
  if (!call) throw new Error(`${tool} was not called`);
  return call;
}

/** The streams that a client opened without asking anything. */
export function standaloneStreams(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(
    ({ method, status, requestHeaders }) =>
      method === "GET" && status === 200 && !requestHeaders.has(lastEventId),
  );
}

/** The requests of a client that came back for a stream. */
export function resumptions(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(({ requestHeaders }) =>
    requestHeaders.has(lastEventId),
  );
}

const lastEventId = "last-event-id";

/** What an exchange brought says these words. */
export function told(exchange: Exchange, words: string): boolean {
  return exchange.messages.some((message) => message.includes(words));
}
