import { resolve } from "node:path";
import type { Asker } from "./ask/asker.ts";
import { loadRevisions, type AnyClient } from "./connect/all.ts";
import { openerOf } from "./connect/open.ts";
import { chatOf, clientSettings, serverName } from "./connect/session.ts";
import type { CallIo } from "./io.ts";
import { checkRevisions } from "./plan/revisions.ts";
import type { Prepared } from "./prepare.ts";
import type { ScreenListener } from "./print/listener.ts";
import type { CallRequest } from "./request.ts";

/** Somebody to talk to, once the connection stands. */
export interface Connected {
  readonly client: AnyClient;
  readonly asker: Asker;
  /** All that could be spoken, newest first. */
  readonly revisions: readonly string[];
}

/** What came of a talk. */
export type Outcome<Value> =
  | {
      readonly kind: "said";
      readonly value: Value;
      /** The answers that nobody asked for, and whether one was no answer to its question. */
      readonly unasked: ReadonlySet<string>;
      readonly isMisfit: boolean;
    }
  | {
      readonly kind: "failed";
      readonly error: unknown;
      readonly isInterrupted: boolean;
    };

/** Where a talk takes place. */
export interface TalkPlace {
  readonly prepared: Prepared;
  readonly listener: ScreenListener;
  readonly io: CallIo;
}

/**
 * Connects to a server, has something said, and closes the connection. What goes wrong
 * meanwhile is the outcome. Throws a UsageError for revisions that there are not.
 */
export async function talkTo<Value>(
  { prepared, listener, io }: TalkPlace,
  request: CallRequest,
  say: (connected: Connected) => Promise<Value>,
): Promise<Outcome<Value>> {
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
    show: listener.show,
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
    const opener = await openerOf(prepared.target, {
      login: prepared.login,
      onStderr: listener.printed,
    });
    await client.connect(opener, { signal: stop.signal });
    const value = await say({ client, asker, revisions });
    return { kind: "said", value, unasked, isMisfit };
  } catch (error) {
    return { kind: "failed", error, isInterrupted: stop.signal.aborted };
  } finally {
    await client.close();
    listener.end();
  }
}
