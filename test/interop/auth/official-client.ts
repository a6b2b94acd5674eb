import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import {
  UnauthorizedError as V1UnauthorizedError,
  type OAuthClientProvider as V1Provider,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as V1Transport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { OfficialProvider } from "./official-provider.ts";

/** An official client, which logs in as its documentation says. */
export interface OfficialClient {
  readonly provider: OfficialProvider;
  /** Connects, and logs in where it has to. */
  connect(url: string): Promise<void>;
  /** The text of a tool's answer; a login in mid-session needs a new connection. */
  call(tool: string): Promise<string>;
  close(): Promise<void>;
}

/** One connection of a library. */
interface Opened {
  connect(): Promise<void>;
  finish(back: URLSearchParams): Promise<void>;
  call(name: string): Promise<unknown>;
  close(): Promise<void>;
}

export type OpenOfficial = (url: URL, provider: OfficialProvider) => Opened;

const info = { name: "official", version: "1.0.0" };

export const v2 =
  (lifecycle: "handshake" | "stateless", revision: string): OpenOfficial =>
  (url, authProvider) => {
    const mode = lifecycle === "handshake" ? "legacy" : "auto";
    const client = new Client(info, {
      supportedProtocolVersions: [revision],
      versionNegotiation: { mode },
    });
    const transport = new StreamableHTTPClientTransport(url, { authProvider });
    return {
      connect: () => client.connect(transport),
      finish: (back) => transport.finishAuth(back),
      call: async (name) => (await client.callTool({ name })).content,
      close: () => client.close(),
    };
  };

export const v1: OpenOfficial = (url, provider) => {
  const client = new V1Client(info);
  // It is written for both: the types of v1 are not exactly optional.
  const authProvider = provider as V1Provider;
  const transport = new V1Transport(url, { authProvider });
  return {
    connect: () => client.connect(transport as Transport),
    finish: (back) => transport.finishAuth(back.get("code") ?? ""),
    call: async (name) => (await client.callTool({ name })).content,
    close: () => client.close(),
  };
};

export function officialClient(
  library: OpenOfficial,
  provider: OfficialProvider = new OfficialProvider(),
): OfficialClient {
  let opened: Opened | undefined;
  let address: URL;

  /** Finishes the login that an error tells of; throws what is no such error. */
  async function finish(failed: Opened, error: unknown): Promise<void> {
    const back = provider.returned();
    const isAsked =
      error instanceof UnauthorizedError ||
      error instanceof V1UnauthorizedError;
    if (!isAsked || back === undefined) throw error;
    await failed.finish(back);
    await failed.close();
  }

  async function open(): Promise<Opened> {
    const next = library(address, provider);
    try {
      await next.connect();
      return next;
    } catch (error) {
      await finish(next, error);
      return open();
    }
  }

  return {
    provider,
    async connect(url) {
      address = new URL(url);
      opened = await open();
    },
    async call(name) {
      const current = (opened ??= await open());
      try {
        return textOf(await current.call(name));
      } catch (error) {
        await finish(current, error);
        opened = await open();
        return textOf(await opened.call(name));
      }
    },
    async close() {
      await opened?.close();
    },
  };
}

function textOf(content: unknown): string {
  const [block] = content as { type: string; text?: string }[];
  return block?.text ?? "no text";
}
