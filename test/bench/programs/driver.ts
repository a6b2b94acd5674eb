// Drives servers over stdio with little else in its process: prints the samples.
import { inTurns, type Entrant } from "../rounds.ts";
import { openSession, type RawSession, type Target } from "../raw-session.ts";

/** What the driver is asked to do. */
export interface Load {
  readonly targets: readonly Target[];
  /** How many calls are under way at a time. */
  readonly window: number;
  readonly rounds: number;
  /** How long a round shall last. */
  readonly milliseconds: number;
}

const load = JSON.parse(process.argv[2] ?? "") as Load;
const sessions = await Promise.all(load.targets.map(openSession));
const entrants: Entrant[] = [];
for (const session of sessions) entrants.push(await entrantOf(session, load));
console.log(JSON.stringify(await inTurns(entrants, load.rounds)));
await Promise.all(sessions.map((session) => session.end()));

/** A warm session, and as many calls for a round as fill its time. */
async function entrantOf(session: RawSession, load: Load): Promise<Entrant> {
  const { window, milliseconds } = load;
  for (let i = 0; i < 4; i++) await time(session, window * 100, window);
  const roughly = await time(session, window * 100, window);
  const warm = Math.ceil((milliseconds * 4000) / roughly);
  const cost = await time(session, warm, window);
  const calls = Math.ceil((milliseconds * 1000) / cost);
  return {
    name: session.name,
    async round() {
      const taken = await time(session, calls, window);
      await session.check();
      return taken;
    },
  };
}

/** Microseconds for one call. */
async function time(
  session: RawSession,
  calls: number,
  window: number,
): Promise<number> {
  const start = process.hrtime.bigint();
  await session.run(calls, window);
  return Number(process.hrtime.bigint() - start) / 1000 / calls;
}
