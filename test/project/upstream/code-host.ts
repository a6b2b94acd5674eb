import { inspect } from "node:util";
import { onTestFinished } from "vitest";
import {
  openUpstream,
  type Upstream,
} from "../../../src/project/upstream/index.ts";
import {
  startCodeHost,
  type CodeHost,
  type CodeHostOptions,
} from "../../support/code-host.ts";

export const draft = "export interface Draft {}\n";
export const released = "export interface Released {}\n";
export const draftPath = "schema/draft/schema.ts";

/** A code host that goes with the test. */
export async function codeHost(
  options: CodeHostOptions = {},
): Promise<CodeHost> {
  const host = await startCodeHost({
    files: {
      "README.md": "A protocol.\n",
      [draftPath]: draft,
      "schema/2030-01-01/schema.ts": released,
      "schema/2030-01-01/schema.json": "{}",
    },
    ...options,
  });
  onTestFinished(() => host.close());
  return host;
}

/** Opens its repository. */
export function open(
  host: CodeHost,
  options: {
    at?: string;
    env?: Record<string, string>;
    from?: string;
    signal?: AbortSignal;
  } = {},
): Promise<Upstream> {
  const { env = {}, from = host.name, ...rest } = options;
  return openUpstream(from, {
    env: { ...host.env(), ...env },
    cwd: ".",
    ...rest,
  });
}

/** Everything that there is, by revisions. */
export async function readAll(
  upstream: Upstream,
): Promise<Record<string, string>> {
  const list = (await upstream.list()) ?? [];
  const files = await Promise.all(list.map((schema) => upstream.read(schema)));
  return Object.fromEntries(
    files.map(({ id, bytes }) => [id, Buffer.from(bytes).toString()]),
  );
}

/** All that an error says, its causes too. */
export async function failureOf(
  promise: Promise<unknown>,
): Promise<{ error: unknown; text: string }> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, text: inspect(error, { depth: Infinity, showHidden: true }) };
}

/** The endpoints that were asked. */
export function asked(host: CodeHost): string[] {
  return host.requests.map(({ endpoint }) => endpoint);
}
