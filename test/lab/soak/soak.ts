import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { pause } from "../attacks/honest.ts";
import type { Order, Outcome } from "../load/report.ts";
import { heading, judge, line } from "./judge.ts";
import type { Sample, Told } from "./sample.ts";

export interface SoakOptions {
  /** How long clients come, in seconds. */
  readonly seconds: number;
  readonly seed: number;
  /** The programs, bundled. */
  readonly server: string;
  readonly clients: string;
  readonly print: (line: string) => void;
}

const samples = 24;

/** How long what clients left may take to expire, in milliseconds. */
const patience = 30_000;

/**
 * Lets clients of both lifecycles come and go, a third of them without goodbye;
 * prints what the server holds meanwhile, and gives what is wrong with it.
 */
export async function soak({
  seconds,
  seed,
  server: file,
  clients,
  print,
}: SoakOptions): Promise<string[]> {
  const server = fork(file, [], {
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let logged = 0;
  for (const log of [server.stdout, server.stderr])
    log?.on("data", (chunk: Buffer) => (logged += chunk.length));
  try {
    const url = await told<string>(server);
    const began = performance.now();
    const take = async (): Promise<Sample> => {
      const answer = told<Told>(server);
      server.send("sample");
      const all = await answer;
      return { ...all, logged, seconds: (performance.now() - began) / 1_000 };
    };
    const order: Order = {
      url,
      seed,
      clients: 64,
      calls: Infinity,
      milliseconds: 1_000 * seconds,
      longest: 4,
      abandoned: 1 / 3,
    };
    const before = await take();
    print(heading);
    print(line(before));
    const during: Sample[] = [];
    const outcome = come(clients, order);
    for (let at = 0; at < samples; at++) {
      const gone = await Promise.race([
        outcome.then(() => true),
        pause((1_000 * seconds) / samples).then(() => false),
      ]);
      if (gone) break;
      during.push(await take());
      print(line(during[during.length - 1] as Sample));
    }
    const { calls, sessions, failures } = await outcome;
    const after = await atRest(take);
    print(line(after));
    print(`${calls} calls, ${sessions} sessions, seed ${seed}`);
    return judge({ before, during, after, failures });
  } finally {
    server.kill();
  }
}

async function come(file: string, order: Order): Promise<Outcome> {
  // What is without end has no form in JSON.
  const text = JSON.stringify({ ...order, calls: Number.MAX_SAFE_INTEGER });
  const child = fork(file, [text]);
  return told<Outcome>(child);
}

async function atRest(take: () => Promise<Sample>): Promise<Sample> {
  const deadline = performance.now() + patience;
  for (;;) {
    const sample = await take();
    const { sessions, streams, requests, kept, stored } = sample;
    const isBusy = sessions + streams + requests + kept + stored > 0;
    if (!isBusy || performance.now() > deadline) return sample;
    await pause(500);
  }
}

/** The next message of a child, which is one of its program's. */
async function told<Message>(child: ChildProcess): Promise<Message> {
  const exit = new AbortController();
  const { signal } = exit;
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(
        ([message]) => message as Message,
      ),
      once(child, "exit", { signal }).then(([code]) => {
        throw new Error(`the program ended with ${code}`);
      }),
    ]);
  } finally {
    exit.abort();
  }
}
