import { Readable } from "node:stream";
import type { ExitCode } from "../../src/cli/commands/exit-code.ts";
import { run } from "../../src/cli/commands/run.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";

/** A small schema, with one method. */
export const schema = `
export const LATEST_PROTOCOL_VERSION = "next";
export const JSONRPC_VERSION = "2.0";
export type RequestId = string | number;
export interface Request {
  method: string;
  params?: { _meta?: { [key: string]: unknown }; [key: string]: any };
}
export interface Notification {
  method: string;
  params?: { _meta?: { [key: string]: unknown }; [key: string]: any };
}
export interface Result {
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}
export interface JSONRPCRequest extends Request {
  jsonrpc: typeof JSONRPC_VERSION;
  id: RequestId;
}
export interface JSONRPCNotification extends Notification {
  jsonrpc: typeof JSONRPC_VERSION;
}
export interface JSONRPCResponse {
  jsonrpc: typeof JSONRPC_VERSION;
  id: RequestId;
  result: Result;
}
export interface JSONRPCError {
  jsonrpc: typeof JSONRPC_VERSION;
  id: RequestId;
  error: { code: number; message: string; data?: unknown };
}
export type JSONRPCMessage =
  | JSONRPCRequest
  | JSONRPCNotification
  | JSONRPCResponse
  | JSONRPCError;
export type EmptyResult = Result;
/** Asks for an echo. */
export interface EchoRequest extends Request {
  method: "echo";
  params: { text: string };
}
export interface EchoResult extends Result {
  text: string;
}
export interface HurryNotification extends Notification {
  method: "notifications/hurry";
}
export type ClientRequest = EchoRequest;
export type ClientNotification = HurryNotification;
export type ClientResult = EmptyResult;
export type ServerRequest = never;
export type ServerNotification = never;
export type ServerResult = EmptyResult | EchoResult;
`;

export interface Outcome {
  code: ExitCode;
  stdout: string;
  stderr: string;
}

export interface Surroundings {
  cwd: string;
  isTerminal?: boolean;
  stdin?: string;
  env?: Readonly<Record<string, string>>;
  /** Ctrl-C. */
  interruption?: AbortSignal;
}

/** Runs the command line inside this process. */
export async function mcpGen(
  args: readonly string[],
  { cwd, isTerminal = false, stdin = "", env = {}, interruption }: Surroundings,
): Promise<Outcome> {
  let stdout = "";
  let stderr = "";
  const code = await run(args, {
    cwd,
    env,
    ...(interruption && { interruption: () => interruption }),
    isTerminal,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    readStdin: async () => Buffer.from(stdin),
    stdin: () => Readable.from([Buffer.from(stdin)]),
    drained: async () => true,
  });
  return { code, stdout, stderr };
}

/** A folder with the schema, and the arguments that generate everything from it. */
export function project(): { cwd: string; args: string[] } {
  const cwd = temporaryFolder();
  writeTree(cwd, { "schema.ts": schema });
  const args = ["--schema", "schema.ts", "--revision", "next", "--out", "out"];
  return { cwd, args };
}

/** As `project`, but without stubs and the runtime: their 250 files take time. */
export function smallProject(): { cwd: string; args: string[] } {
  const { cwd, args } = project();
  return { cwd, args: [...args, "--emit", "types,guards,json-schema"] };
}
