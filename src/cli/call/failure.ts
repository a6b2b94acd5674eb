import { GeneratorError } from "../../base/diagnostics/error.ts";
import { excerpt } from "../../runtime/protocol/errors.ts";
import {
  adviceOn,
  inOptions,
  type LoginState,
} from "./connect/login-advice.ts";

/** Why there is no answer, or none that is good. */
export interface Failure {
  readonly code:
    /** The server answered with an error of the protocol. */
    | "server-error"
    /** Nobody answered: the program did not start, or the address cannot be reached. */
    | "no-connection"
    /** The server, or a proxy before it, answered with a status alone. */
    | "http-error"
    /** The server asks for a login, and there is none. */
    | "no-login"
    /** The login was forgotten here, and the authorization server could not be told. */
    | "not-revoked"
    /** The server was silent for too long. */
    | "timeout"
    /** You pressed Ctrl-C. */
    | "cancelled"
    /** The answer is not what the protocol allows. */
    | "invalid-answer"
    /** An option makes no sense for this server. */
    | "invalid-option";
  readonly message: string;
  readonly hint?: string;
  /** Why nobody was let in, as the runtime tells it. */
  readonly reason?: string;
  /** Of JSON-RPC, as the server sent it. */
  readonly rpcCode?: number;
  readonly data?: unknown;
  readonly exitCode: 1 | 2 | 3 | 130;
}

/**
 * What an error of a call is to the person who made it. What mcp-gen itself threw on
 * purpose is thrown again, and so is what nobody expected.
 */
export function failureOf(
  error: unknown,
  isInterrupted: boolean,
  login: LoginState,
): Failure {
  for (const one of causesOf(error))
    if (one instanceof GeneratorError) throw one;
  if (isInterrupted)
    return { code: "cancelled", message: "Cancelled", exitCode: 130 };
  if (!(error instanceof Error)) throw error;
  const message = messageOf(error);
  switch ("kind" in error ? error.kind : undefined) {
    case "protocol":
      return { ...refusal(error), code: "server-error", message, exitCode: 1 };
    case "timeout":
      return {
        ...{ code: "timeout", message, exitCode: 3 },
        hint: "--timeout gives the server more time, in seconds",
      };
    case "cancelled":
      return { code: "cancelled", message, exitCode: 130 };
    case "invalid":
      return { code: "invalid-answer", message, exitCode: 3 };
    case "transport":
      return lost(error, message, login);
  }
  // What ended a request that took too long, as the platform tells it.
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return { code: "no-connection", message, exitCode: 3 };
  // What an option says makes no sense to the transport that it is for.
  if (error instanceof TypeError)
    return { code: "invalid-option", message, exitCode: 2 };
  // So deep is nothing that anybody means.
  if (error instanceof RangeError && /call stack/i.test(message))
    return {
      code: "invalid-answer",
      message: "the answer of the server nests too deeply",
      exitCode: 3,
    };
  throw error;
}

function refusal(error: Error): Pick<Failure, "rpcCode" | "data"> {
  const code = "code" in error ? error.code : undefined;
  const data = "data" in error ? error.data : undefined;
  return {
    ...(typeof code === "number" && { rpcCode: code }),
    ...(data !== undefined && { data }),
  };
}

/** What a logout came to that could not be told to who gave the tokens. */
export function logoutFailureOf(error: unknown, login: LoginState): Failure {
  const failure = failureOf(error, false, login);
  const { message } = failure;
  const told =
    failure.reason === "store"
      ? `The login could not be forgotten: ${message}`
      : `The login is forgotten here, but the authorization server could not be told, and may take its tokens until they expire: ${message}`;
  return { ...failure, code: "not-revoked", message: told };
}

function lost(error: Error, message: string, login: LoginState): Failure {
  const status = "status" in error ? error.status : undefined;
  const reason = textOf(error, "reason");
  const code = textOf(error, "code");
  // Who has no rights is challenged; any other 403 is of another kind, as of a host.
  const asks = status === 401 || textOf(error, "challenge") !== undefined;
  if (reason === undefined && !asks) {
    const lost = status === undefined ? "no-connection" : "http-error";
    return { code: lost, message, exitCode: 3 };
  }
  const hint = adviceOn({ reason, code, status }, login);
  return {
    ...{ code: "no-login", message: inOptions(message), exitCode: 3 },
    ...(hint !== undefined && { hint }),
    ...(reason !== undefined && { reason }),
  };
}

function textOf(
  error: object,
  name: "reason" | "code" | "challenge",
): string | undefined {
  const value: unknown = Object.entries(error).find(
    ([key]) => key === name,
  )?.[1];
  return typeof value === "string" ? value : undefined;
}

/** What an error says, with the reason that it has from elsewhere. */
function messageOf(error: Error): string {
  const told: string[] = [];
  for (const one of causesOf(error)) {
    if (!(one instanceof Error)) break;
    const { message } = one;
    if (message !== "" && !told.some((text) => text.includes(message)))
      told.push(message);
  }
  // What is an option of the library is one of the command line here.
  const text = told
    .join(": ")
    .replace("the option revisions leaves out", "--revision leaves out")
    // The command line has no such options.
    .replace(/ \(option max(?:Depth|Values)\)$/, "");
  return excerpt(text, 1_000);
}

function* causesOf(error: unknown): Generator<unknown> {
  let at = error;
  for (let depth = 0; depth < 8 && at !== undefined; depth++) {
    yield at;
    at = at instanceof Error ? at.cause : undefined;
  }
}
