// Drives servers with little else in its process: prints the samples.
import { openHttpSession, type HttpTarget } from "../http-session.ts";
import { openSession, type Target } from "../raw-session.ts";
import { inTurns, type Entrant } from "../rounds.ts";

/** What the driver is asked to do. */
export interface Load {
  /** Servers over stdio, or over HTTP. */
  readonly targets: readonly (Target | HttpTarget)[];
  /** How many calls are under way at a time; over HTTP each on a connection of its own. */
  readonly window: number;
  readonly rounds: number;
  /** How long a round shall last. */
  readonly milliseconds: number;
}

/** What the driver does with a server. */
interface Session {
  readonly name: string;
  run(calls: number, window: number): Promise<void>;
  check(): Promise<void>;
  end(): Promise<void>;
}

/** Rounds that only show how many calls fill the time of one. */
const warmUps = 12;

const load = JSON.parse(process.argv[2] ?? "") as Load;
const sessions = await Promise.all(load.targets.map(open));
const entrants = sessions.map(entrantOf);
// In turns as well, so that no connection is silent for long.
await inTurns(entrants, warmUps);
console.log(JSON.stringify(await inTurns(entrants, load.rounds)));
await Promise.all(sessions.map((session) => session.end()));

function open(target: Target | HttpTarget): Promise<Session> {
  return "answer" in target
    ? openHttpSession(target, load.window)
    : openSession(target);
}

/** Makes as many calls in a round as fill its time, by what the warm-up showed. */
function entrantOf(session: Session): Entrant {
  let calls = load.window * 10;
  let played = 0;
  return {
    name: session.name,
    async round() {
      const taken = await time(session, calls);
      await session.check();
      if (++played <= warmUps)
        calls = Math.ceil((load.milliseconds * 1000) / taken);
      return taken;
    },
  };
}

/** Microseconds for one call. */
async function time(session: Session, calls: number): Promise<number> {
  const start = process.hrtime.bigint();
  await session.run(calls, load.window);
  return Number(process.hrtime.bigint() - start) / 1000 / calls;
}
