import { resolve } from "node:path";
import { logOut } from "./connect/login.ts";
import { failureOf, logoutFailureOf, type Failure } from "./failure.ts";
import type { CallIo } from "./io.ts";
import { converse } from "./converse.ts";
import { readAssignments } from "./params/build.ts";
import { loginState, prepare, type Prepared } from "./prepare.ts";
import { createListener } from "./print/listener.ts";
import { printFailure } from "./print/report.ts";
import type { CallExitCode, CallRequest } from "./request.ts";
import { talkTo } from "./talk.ts";
import { readBytes } from "../../base/read-bytes.ts";

export type { CallIo } from "./io.ts";
export { listServer } from "./list-server.ts";
export { ListingError } from "./listing-error.ts";
export type { CallExitCode, CallRequest } from "./request.ts";

/**
 * Calls a server, and prints what it answers. Throws a UsageError, or an InputError,
 * for what cannot be asked; what goes wrong with the server is printed.
 */
export async function callServer(
  request: CallRequest,
  io: CallIo,
): Promise<CallExitCode> {
  const listener = createListener(request, io);
  const prepared = await prepare(request, io, listener);
  if (request.isLogout) return forget(prepared, request, io);
  const given = await readAssignments(request.assignments, {
    readFile: (path) => readBytes(resolve(io.cwd, path)),
    readStdin: () => io.readStdin(),
  });
  const said = await talkTo({ prepared, listener, io }, request, (connected) =>
    converse({ ...connected, given, request, listener }, io),
  );
  if (said.kind === "failed") {
    const { error, isInterrupted } = said;
    const state = loginState(prepared);
    return report(failureOf(error, isInterrupted, state), request, io);
  }
  for (const name of said.unasked)
    listener.warn(`--answer ${name}: the server asked for no such field`);
  // What was answered otherwise than it was said is no success.
  return said.isMisfit ? 2 : said.value;
}

async function forget(
  prepared: Prepared,
  request: CallRequest,
  io: CallIo,
): Promise<CallExitCode> {
  const { target, login } = prepared;
  if (target.kind === "program") {
    io.stderr("A program has no login here.\n");
    return 0;
  }
  try {
    const isFound = await logOut(target, login);
    const { origin, pathname } = new URL(target.url);
    io.stderr(
      isFound
        ? "The login is forgotten.\n"
        : `There was no login at ${origin}${pathname}.\n`,
    );
    return 0;
  } catch (error) {
    const state = loginState(prepared);
    return report(logoutFailureOf(error, state), request, io);
  }
}

function report(
  failure: Failure,
  { format }: CallRequest,
  io: CallIo,
): CallExitCode {
  printFailure(failure, format, io);
  return failure.exitCode;
}
