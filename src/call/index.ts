import { platform } from "node:os";
import { resolve } from "node:path";
import { fillTarget } from "./target-options.ts";
import type { Asker } from "./ask/asker.ts";
import { loadRevisions, type AnyClient } from "./connect/all.ts";
import { logOut, type LoginSettings } from "./connect/login.ts";
import { openerOf } from "./connect/open.ts";
import { chatOf, clientSettings, serverName } from "./connect/session.ts";
import type { Variables } from "./config/variables.ts";
import type { LoginState } from "./connect/login-advice.ts";
import { failureOf, logoutFailureOf, type Failure } from "./failure.ts";
import type { CallIo } from "./io.ts";
import { converse } from "./converse.ts";
import { readAssignments } from "./params/build.ts";
import { createListener, type ScreenListener } from "./print/listener.ts";
import { printFailure } from "./print/report.ts";
import { checkRevisions } from "./plan/revisions.ts";
import type { CallExitCode, CallRequest } from "./request.ts";
import { resolveServer } from "./server/resolve.ts";
import type { ServerTarget } from "./server/target.ts";
import { readBytes } from "../spec/read-bytes.ts";

export type { CallIo } from "./io.ts";
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
  const { target, login } = await prepare(request, io, listener);
  const state = loginState(target, login);
  if (request.isLogout) return forget(target, { login, state, request, io });
  const given = await readAssignments(request.assignments, {
    readFile: (path) => readBytes(resolve(io.cwd, path)),
    readStdin: () => io.readStdin(),
  });
  const { createClient, revisions, tasks } = await loadRevisions();
  checkRevisions(request.revisions, revisions);
  const stop = new AbortController();
  let client: AnyClient | undefined;
  const unasked = new Set(request.answers.keys());
  let isMisfit = false;
  const asker: Asker = {
    prompter: io.prompter,
    answers: request.answers,
    signal: stop.signal,
    opensBrowser: request.opensBrowser,
    serverName: () => serverName(client),
    say: listener.say,
    asked: (name) => void unasked.delete(name),
    misfit: (reason) => {
      isMisfit = true;
      listener.say(reason);
    },
    interrupt: () => stop.abort(),
  };
  const roots = request.roots.map((root) => resolve(io.cwd, root));
  const settings = clientSettings({ ...request, roots }, asker, listener);
  const following = tasks.with({ onTask: chatOf(listener) });
  client = createClient({ ...settings, extensions: [following] });
  // Not before: until now Ctrl-C ended the process, as everywhere.
  const interruption = io.interruption?.();
  interruption?.addEventListener("abort", () => stop.abort());
  try {
    const opener = await openerOf(target, {
      login,
      onStderr: listener.printed,
    });
    await client.connect(opener, { signal: stop.signal });
    const all = { client, given, request, asker, listener, revisions };
    const code = await converse(all, io);
    for (const name of unasked)
      listener.warn(`--answer ${name}: the server asked for no such field`);
    // What was answered otherwise than it was said is no success.
    return isMisfit ? 2 : code;
  } catch (error) {
    return report(failureOf(error, stop.signal.aborted, state), request, io);
  } finally {
    await client.close();
    listener.end();
  }
}

/** Finds the server, with what the options say of it. */
async function prepare(
  request: CallRequest,
  io: CallIo,
  listener: ScreenListener,
): Promise<{ target: ServerTarget; login: LoginSettings }> {
  const { cwd, env, prompter } = io;
  const home = { env, platform: platform() };
  const variables: Variables = {
    home,
    note: listener.warn,
    ...(prompter && {
      ask: ({ description, isSecret, options, ...input }) => {
        const asked = { message: description, default: input.default };
        if (options)
          return prompter.select({
            ...asked,
            choices: options.map((value) => ({ value, label: value })),
          });
        return isSecret ? prompter.secret(asked) : prompter.text(asked);
      },
    }),
  };
  const server = { ...request.server, cwd };
  const target = await resolveServer(server, variables);
  return {
    target: fillTarget(target, request, io),
    login: {
      home,
      isAllowed: request.login ?? io.isTerminal,
      opensBrowser: request.opensBrowser,
      print: listener.say,
      method: request.method,
      secret: env["MCP_CLIENT_SECRET"] || undefined,
    },
  };
}

function loginState(
  target: ServerTarget,
  { isAllowed, secret }: LoginSettings,
): LoginState {
  const { headers, login } =
    target.kind === "http" ? target : { headers: {}, login: {} };
  return {
    isAllowed,
    hasToken: Object.keys(headers).some((name) =>
      /^authorization$/i.test(name),
    ),
    hasSecret: (login.clientSecret ?? secret) !== undefined,
    port: login.port,
  };
}

interface Leaving {
  readonly login: LoginSettings;
  readonly state: LoginState;
  readonly request: CallRequest;
  readonly io: CallIo;
}

async function forget(
  target: ServerTarget,
  { login, state, request, io }: Leaving,
): Promise<CallExitCode> {
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
