import { onTestFinished } from "vitest";
import { createClient } from "../../../../generated/index.ts";
import type { HttpAuth } from "../../../../src/runtime/auth/index.ts";
import {
  createEraCache,
  httpTransport,
  type HttpTransportOptions,
} from "../../../../src/runtime/http-client.ts";
import type { Asked } from "../../../support/auth/index.ts";

export type TestClient = ReturnType<typeof createClient>;

export interface ConnectOptions extends Partial<HttpTransportOptions> {
  readonly revisions?: readonly string[];
  readonly timeout?: number;
  readonly totalTimeout?: number;
}

/** Connects a client, which is closed with the test. */
export async function connected(
  url: string,
  auth: HttpAuth,
  { revisions, timeout, totalTimeout, ...options }: ConnectOptions = {},
): Promise<TestClient> {
  const client = createClient({
    info: { name: "flow", version: "1.0.0" },
    onError() {},
    capabilities: { roots: { listChanged: true } },
    handlers: { listRoots: () => ({ roots: [] }) },
    ...(timeout !== undefined && { timeout }),
    ...(totalTimeout !== undefined && { totalTimeout }),
  });
  onTestFinished(() => client.close());
  const eras = createEraCache();
  await client.connect(httpTransport({ url, auth, eras, ...options }), {
    ...(revisions && { revisions: revisions as never }),
  });
  return client;
}

/** What the tool says of who calls it. */
export async function whoami(client: TestClient): Promise<string> {
  const { content } = await client.callTool({ name: "whoami", arguments: {} });
  return JSON.stringify(content);
}

/** What one query parameter said in each request. */
export function said(asked: readonly Asked[], name: string): (string | null)[] {
  return asked.map(({ url }) => url.searchParams.get(name));
}
