import * as d2024 from "../../../generated/2024-11-05/dispatch.ts";
import * as d2025march from "../../../generated/2025-03-26/dispatch.ts";
import * as d2025june from "../../../generated/2025-06-18/dispatch.ts";
import * as d2025nov from "../../../generated/2025-11-25/dispatch.ts";
import * as d2026 from "../../../generated/2026-07-28/dispatch.ts";
import type { ClientSettings } from "../../../src/runtime/client/create-client.ts";
import {
  createEraCache,
  httpTransport,
  type HttpTransportOptions,
} from "../../../src/runtime/http-client.ts";
import type { ProtocolTable } from "../../../src/runtime/protocol/revision/protocol-table.ts";
import { onTestFinished } from "vitest";
import { all } from "../revisions.ts";
import { createClient, type Client } from "../test-client.ts";

const tables: readonly ProtocolTable[] = [
  d2026.clientProtocol,
  d2025nov.clientProtocol,
  d2025june.clientProtocol,
  d2025march.clientProtocol,
  d2024.clientProtocol,
];

export interface TestOptions extends Omit<HttpTransportOptions, "url"> {
  /** All of them by default. */
  readonly revisions?: readonly string[];
  readonly settings?: Partial<ClientSettings>;
}

export interface Connected {
  readonly client: Client;
  /** What was reported. */
  readonly errors: readonly Error[];
}

/** A client that is not connected yet; it is closed with the test. */
export function createTestClient({
  revisions = all,
  settings = {},
}: Pick<TestOptions, "revisions" | "settings"> = {}): Connected {
  const errors: Error[] = [];
  const spoken = tables.filter(({ revision }) => revisions.includes(revision));
  const client = createClient(spoken, {
    onError: (error) => errors.push(error),
    ...settings,
  });
  onTestFinished(() => client.close());
  return { client, errors };
}

/** A client that speaks to the server at this address, and remembers no other. */
export async function connectTo(
  url: string,
  { revisions, settings, ...options }: TestOptions = {},
): Promise<Connected> {
  const connected = createTestClient({
    ...(revisions && { revisions }),
    ...(settings && { settings }),
  });
  const transport = httpTransport({ url, eras: createEraCache(), ...options });
  await connected.client.connect(transport);
  return connected;
}
