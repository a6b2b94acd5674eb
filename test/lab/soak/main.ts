import { parseArgs } from "node:util";
import { bundle } from "../../interop/bundle.ts";
import { soak } from "./soak.ts";

/** Soaks a server for so many seconds, six minutes by default; gives the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { seed: { type: "string" } },
  });
  const seconds = Number(positionals[0] ?? 360);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!(seconds > 0) || !Number.isSafeInteger(seed)) {
    console.error("usage: npm run soak -- [seconds] [--seed number]");
    return 2;
  }
  const server = await bundle("../lab/soak/server.ts");
  const clients = await bundle("../lab/load/clients.ts");
  try {
    const problems = await soak({
      seconds,
      seed,
      server: server.file,
      clients: clients.file,
      print: (line) => console.log(line),
    });
    for (const problem of problems) console.error(problem);
    if (problems.length === 0) console.log("No growth, and no wrong answer.");
    return problems.length === 0 ? 0 : 1;
  } finally {
    server.remove();
    clients.remove();
  }
}
