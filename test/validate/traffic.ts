import { createValidator, type Finding } from "../../src/index.ts";
import type { ValidatorOptions } from "../../src/project/api/validate.ts";

export interface Line {
  readonly from?: "client" | "server";
  readonly session?: string;
  readonly message: unknown;
}

const validators = new Map<string, ReturnType<typeof createValidator>>();
let recordings = 0;

/**
 * What is found in lines that may say who has sent them. All with the same options go
 * through one validator, for making one takes long; each is in sessions of its own.
 */
export async function findingsOf(
  lines: readonly Line[],
  options: ValidatorOptions = {},
): Promise<Finding[]> {
  const key = JSON.stringify(options);
  const created = validators.get(key) ?? createValidator(options);
  validators.set(key, created);
  const validator = await created;
  const own = `recording ${recordings++} `;
  return lines.flatMap(({ from, session, message }, index) =>
    validator
      .message({ from, message, session: own + (session ?? "") })
      .map(({ session: _, ...found }) => ({
        ...found,
        line: index + 1,
        ...(session === undefined ? {} : { session }),
      })),
  );
}

/** What is found in messages by themselves. */
export async function findingsOfPlain(
  messages: readonly unknown[],
  options: ValidatorOptions = {},
): Promise<Finding[]> {
  return read(
    messages.map((message) => `${JSON.stringify(message)}\n`),
    options,
  );
}

/** What is found in an input that comes in chunks. */
export async function read(
  chunks: readonly (string | Uint8Array)[],
  options: ValidatorOptions = {},
): Promise<Finding[]> {
  const validator = await createValidator(options);
  const found: Finding[] = [];
  for await (const finding of validator.findings(chunks)) found.push(finding);
  return found;
}

/** A finding in one line: where, by whom, what, in which field, why. */
export function brief({ line, from, method, code, path }: Finding): string {
  const place = path.length === 0 ? "" : ` ${path.join(".")}`;
  return `${line} ${from ?? "?"} ${method ?? "-"} ${code}${place}`;
}

export const client = (message: unknown, session?: string): Line => ({
  from: "client",
  message,
  ...(session === undefined ? {} : { session }),
});

export const server = (message: unknown, session?: string): Line => ({
  from: "server",
  message,
  ...(session === undefined ? {} : { session }),
});

export function request(id: unknown, method: string, params?: object): object {
  return { jsonrpc: "2.0", id, method, ...(params && { params }) };
}

export function notification(method: string, params?: object): object {
  return { jsonrpc: "2.0", method, ...(params && { params }) };
}

export function result(id: unknown, value: object): object {
  return { jsonrpc: "2.0", id, result: value };
}

export function failure(id: unknown, code = -32603): object {
  return { jsonrpc: "2.0", id, error: { code, message: "It failed" } };
}

/** A handshake that agrees on a revision. */
export function handshake(
  proposed: string,
  agreed = proposed,
  session?: string,
): Line[] {
  const info = { name: "demo", version: "1" };
  const opening = { protocolVersion: proposed, capabilities: {} };
  const answer = { protocolVersion: agreed, capabilities: {} };
  return [
    client(
      request("open", "initialize", { ...opening, clientInfo: info }),
      session,
    ),
    server(result("open", { ...answer, serverInfo: info }), session),
    client(notification("notifications/initialized"), session),
  ];
}

/** Params of a request of the stateless lifecycle. */
export function stateless(version: string, params: object = {}): object {
  return {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "demo", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
}

export const toolResult = { content: [{ type: "text", text: "sunny" }] };
