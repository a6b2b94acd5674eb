import { expect, onTestFinished } from "vitest";
import {
  createEraCache,
  httpTransport,
  type HttpTransportOptions,
} from "../../../src/runtime/http-client.ts";
import { handshakes, modern } from "../revisions.ts";
import type { Client } from "../test-client.ts";
import { createTestClient, type TestOptions } from "./http-client.ts";
import {
  content,
  serveRaw,
  type RawAnswer,
  type RawServer,
} from "./raw-server.ts";

/** How long a call waits for a server that says nothing, in milliseconds. */
export const patience = 150;

/**
 * How long anything may take that waits for nothing, in milliseconds; even a
 * machine that does much else meets no clock that is set to it.
 */
export const soon = 15_000;

export const kinds = [
  "transport",
  "protocol",
  "timeout",
  "cancelled",
  "invalid",
] as const;

/** Attempts that follow each other quickly. */
export const hasty: HttpTransportOptions["reconnect"] = {
  attempts: 3,
  delayMs: 10,
  maxDelayMs: 40,
};

export interface Visit {
  readonly server: RawServer;
  readonly client: Client;
  readonly errors: readonly Error[];
}

/** A client of one era alone that tries to connect to a server. */
export async function visit(
  answer: RawAnswer,
  options: TestOptions = {},
  timeout = 3 * patience,
): Promise<Visit & { readonly connected: Promise<void> }> {
  const server = await serveRaw(answer);
  const { revisions, settings, ...http } = options;
  const { client, errors } = createTestClient({
    // Who has time to connect has it for the first question: no answer is one too.
    settings: { probeTimeout: timeout / 3, ...settings },
    ...(revisions && { revisions }),
  });
  const transport = httpTransport({
    url: server.url,
    eras: createEraCache(),
    reconnect: hasty ?? {},
    ...http,
  });
  const connected = client.connect(transport, { timeout });
  // Whoever wants to know waits for it.
  connected.catch(() => {});
  return { server, client, errors, connected };
}

export const modernOnly: TestOptions = { revisions: [modern] };
export const handshakeOnly: TestOptions = { revisions: handshakes };

/** A client that is connected to a server. */
export async function open(
  answer: RawAnswer,
  options?: TestOptions,
): Promise<Visit> {
  const { connected, ...visited } = await visit(answer, options, soon);
  await connected;
  return visited;
}

export function call(
  { client }: Pick<Visit, "client">,
  timeout: number = patience,
): Promise<unknown> {
  return client.request("tools/call", { name: "a" }, { timeout });
}

/** For a server that answers at once: no clock ends what it says, however busy the machine. */
export const answering: TestOptions = { settings: { probeTimeout: soon } };

/** It goes on as if nothing had been. */
export async function expectGood(
  visited: Pick<Visit, "client">,
): Promise<void> {
  expect(await call(visited, soon)).toMatchObject({ content });
}

/** The error that something ends with, in time and of a kind that callers know. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  const begun = performance.now();
  const error: unknown = await work.then(
    (value) => {
      throw new Error(`it succeeded: ${JSON.stringify(value)}`);
    },
    (reason: unknown) => reason,
  );
  expect(performance.now() - begun).toBeLessThan(soon);
  expect(error).toBeInstanceOf(Error);
  expect(kinds).toContain((error as { readonly kind?: unknown }).kind);
  return error as Error; // it was expected above
}

/** Rejections that nobody handled while the test ran. */
export function watchRejections(): readonly unknown[] {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => void process.off("unhandledRejection", hear));
  return unhandled;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
