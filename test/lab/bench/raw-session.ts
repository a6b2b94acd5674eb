import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import {
  callPrinter,
  echoed,
  initialize,
  initialized,
  type Lifecycle,
} from "./echo-messages.ts";
import { environmentWith, type Command } from "./pinned.ts";

/** A server of the tool `echo`, and how it is spoken to. */
export interface Target extends Command {
  readonly name: string;
  readonly lifecycle: Lifecycle;
}

/** Starts a server; resolves with the conversation when it has answered once. */
export async function openSession(target: Target): Promise<RawSession> {
  const session = new RawSession(target);
  await session.open();
  return session;
}

/** A conversation with a server over its stdio, at the least cost to this side. */
export class RawSession {
  readonly #target: Target;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #printCall: (id: number) => string;
  #lastId = 0;
  #ending = false;
  #hear = (_chunk: Buffer): void => {};

  constructor(target: Target) {
    const { name, command, args, nodeEnv, lifecycle } = target;
    this.#target = target;
    this.#printCall = callPrinter(lifecycle);
    this.#child = spawn(command, args, {
      env: environmentWith(nodeEnv),
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child.stdout.on("data", (chunk: Buffer) => this.#hear(chunk));
    this.#child.on("exit", () => {
      if (!this.#ending) throw new Error(`${name} has ended`);
    });
  }

  get name(): string {
    return this.#target.name;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async open(): Promise<void> {
    const { name, lifecycle } = this.#target;
    if (lifecycle === "stateless") return this.check();
    const answer = await this.#ask(initialize);
    if (!answer.includes('"result"'))
      throw new Error(`${name} refuses initialize: ${answer}`);
    this.#child.stdin.write(initialized);
  }

  /** Calls the tool once, and throws when the answer is wrong. */
  async check(): Promise<void> {
    const answer = await this.#ask(this.#printCall(++this.#lastId));
    const { id, result } = JSON.parse(answer) as Answer;
    if (id !== this.#lastId || result?.content?.[0]?.text !== echoed)
      throw new Error(`${this.#target.name} answered ${answer}`);
  }

  /** Calls the tool so often, with so many calls under way at a time. */
  run(calls: number, window: number): Promise<void> {
    let unsent = calls;
    let unanswered = calls;
    const send = (count: number): void => {
      const now = Math.min(count, unsent);
      unsent -= now;
      this.#send(now);
    };
    return new Promise((resolve) => {
      this.#hear = (chunk) => {
        const answers = countLines(chunk);
        unanswered -= answers;
        if (unanswered === 0) resolve();
        else send(answers);
      };
      send(window);
    });
  }

  /** Ends the process, and waits until it is gone. */
  async end(): Promise<void> {
    this.#ending = true;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  #send(count: number): void {
    let text = "";
    for (let i = 0; i < count; i++) text += this.#printCall(++this.#lastId);
    if (text !== "") this.#child.stdin.write(text);
  }

  /** Sends one request; the answer is all that comes. */
  #ask(text: string): Promise<string> {
    let answer = "";
    return new Promise((resolve) => {
      this.#hear = (chunk) => {
        answer += chunk.toString();
        if (answer.endsWith("\n")) resolve(answer);
      };
      this.#child.stdin.write(text);
    });
  }
}

interface Answer {
  readonly id: unknown;
  readonly result?: {
    readonly content?: readonly { readonly text: unknown }[];
  };
}

function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1))
    count++;
  return count;
}
