import { onTestFinished, vi } from "vitest";
import { createClient, type Client } from "../../../../generated/index.ts";
import { createClient as createHandshakeClient } from "../../../../generated/2025-11-25/index.ts";
import { createClient as createStatelessClient } from "../../../../generated/2026-07-28/index.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";
import type { HttpAuth } from "../../../../src/runtime/auth/index.ts";

const info = { name: "life", version: "1.0.0" };

/** A client that calls tools, whichever lifecycle it speaks. */
export interface Caller {
  /** The text of a tool's answer. */
  call(tool: string): Promise<string>;
  close(): Promise<void>;
}

export const lifecycles = ["handshake", "stateless", "either"] as const;
export type Lifecycle = (typeof lifecycles)[number];

/** Connects a client, which is closed when the test ends. */
export async function connected(
  lifecycle: Lifecycle,
  url: string,
  auth: HttpAuth,
): Promise<Caller> {
  const client = created(lifecycle);
  onTestFinished(() => client.close());
  await client.connect(httpTransport({ url, auth }));
  return {
    close: () => client.close(),
    async call(name) {
      const { content } = await client.callTool({ name });
      const [block] = content;
      return block?.type === "text" ? block.text : "no text";
    },
  };
}

function created(
  lifecycle: Lifecycle,
): Pick<Client, "connect" | "callTool" | "close"> {
  switch (lifecycle) {
    case "handshake":
      return createHandshakeClient({ info, onError() {} });
    case "stateless":
      return createStatelessClient({ info, onError() {} });
    case "either":
      return createClient({ info, onError() {} });
  }
}

/** Lets the time of day pass for all in this process: timers go on as they were. */
export function passing(): (seconds: number) => void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return (seconds) => void vi.setSystemTime(Date.now() + seconds * 1_000);
}
