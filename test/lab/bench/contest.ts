import { pathToFileURL } from "node:url";
import { measureInTurns, type Contender } from "./measure.ts";
import { messages } from "./messages.ts";

/** Checkers that judge the same messages. */
export interface Contest {
  /** The kind of message, by its number. */
  readonly kind: number;
  readonly valid: boolean;
  /** The modules of their loops. */
  readonly contenders: readonly {
    readonly name: string;
    readonly file: string;
  }[];
}

/** Nanoseconds for one message, by checker. */
export type Medians = Readonly<Record<string, number>>;

interface LoopModule {
  /** How often `values` were accepted, judged so many times. */
  accepted(values: readonly unknown[], times: number): number;
}

const contest = JSON.parse(process.argv[2] ?? "") as Contest;
console.log(JSON.stringify(await run(contest)));

async function run({ kind, valid, contenders }: Contest): Promise<Medians> {
  const message = messages()[kind];
  const values = (valid ? message?.valid : message?.invalid) ?? [];
  const loaded = contenders.map(async ({ name, file }): Promise<Contender> => {
    const url = pathToFileURL(file).href;
    const { accepted } = (await import(url)) as LoopModule;
    return {
      name,
      expected: valid ? values.length : 0,
      run: (times) => accepted(values, times),
    };
  });
  const medians = measureInTurns(await Promise.all(loaded));
  const each = [...medians].map(([name, taken]) => [
    name,
    taken / values.length,
  ]);
  return Object.fromEntries(each) as Medians;
}
