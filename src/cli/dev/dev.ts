import { once } from "node:events";
import { relative } from "node:path";
import { FileWatcher, projectOf } from "../../base/watch-files/file-watcher.ts";
import { Changes } from "./changes.ts";
import type { DevIo } from "./dev-io.ts";
import { isOver, type RunningServer } from "./running-server.ts";
import type { ServerCommand } from "./server-command.ts";
import { Session } from "./session.ts";

export interface DevOptions {
  server: ServerCommand;
  /** The server listens at an address: it is given no input, and what it prints is text. */
  isHttp: boolean;
  /** Files and folders that count besides the code of the project. */
  watch: readonly string[];
}

/** How long a server may take to end after its input, in milliseconds. */
const endTime = 1000;

/** What ends the wait for a running server. */
type Happened =
  | { kind: "changed"; path: string }
  | { kind: "ended"; how: string }
  | { kind: "input ended" }
  | { kind: "stopped" };

/**
 * Runs a server, and starts it anew when a file changes, until it is told to stop or its
 * client has gone. Says whether all went well at the end.
 */
export async function dev(
  { server, isHttp, watch }: DevOptions,
  io: DevIo,
): Promise<boolean> {
  const changes = new Changes();
  const root =
    server.file === undefined ? io.cwd : projectOf(server.file, io.cwd);
  const watcher = new FileWatcher(
    { root, extra: watch, file: server.file },
    (path) => changes.add(path),
  );
  const where = relative(io.cwd, root) || "this folder";
  io.note(
    watcher.isPartial
      ? `Not all of ${where} is watched: it has too many folders, or the system watches no more`
      : `Watching the code in ${where}`,
  );
  try {
    return await run(new Session(server, isHttp, io), changes, isHttp, io);
  } finally {
    watcher.close();
  }
}

async function run(
  session: Session,
  changes: Changes,
  isHttp: boolean,
  io: DevIo,
): Promise<boolean> {
  const stopped = aborted(io.signal);
  let readsInput = !isHttp;
  // One that comes while something else is seen to is not lost.
  let change = changes.next();
  let server: RunningServer | undefined = session.start();
  for (;;) {
    const events: Promise<Happened>[] = [
      stopped.then(() => ({ kind: "stopped" })),
      change.then((path) => ({ kind: "changed", path })),
    ];
    if (server)
      events.push(server.ended.then((how) => ({ kind: "ended", how })));
    if (readsInput)
      events.push(session.inputEnded.then(() => ({ kind: "input ended" })));
    const event = await Promise.race(events);
    switch (event.kind) {
      case "stopped":
        await server?.stop();
        return true;
      case "changed": {
        change = changes.next();
        const name = relative(io.cwd, event.path);
        const reason = `${name} has changed, and the server was started again`;
        const prepared = io.prepare(event.path);
        if (server) await session.replace(server, reason);
        io.note(`${name} has changed`);
        await prepared;
        server = session.start();
        break;
      }
      case "ended":
        server = undefined;
        await session.fallen(event.how);
        break;
      case "input ended": {
        if (!server) return false;
        const ended = await afterInput(server, session);
        if (ended !== undefined) return ended;
        readsInput = false;
        io.note(
          "Standard input has ended, and the server goes on: it is taken for one over HTTP",
        );
        break;
      }
      default: {
        const never: never = event;
        return never;
      }
    }
  }
}

/**
 * A server that talks on standard input ends with it; one that goes on without ever having
 * been talked to listens elsewhere: undefined. Else whether it ended well.
 */
async function afterInput(
  server: RunningServer,
  { hasClient }: Session,
): Promise<boolean | undefined> {
  server.stdin?.end();
  if (hasClient) {
    await server.stop();
    return true;
  }
  return (await isOver(server.ended, endTime))
    ? (await server.ended) === "exit code 0"
    : undefined;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
