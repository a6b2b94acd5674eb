import path from "node:path";
import { parseArgs } from "node:util";
import { examples, type Example } from "./examples.ts";
import { commandLine } from "./command-line.ts";
import { createStage, type Stage } from "./stage.ts";

const usage = "npm run example -- <name> [--keep]";

/** Runs the example that is named, or the pair; gives the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const wanted = read(args);
  if (typeof wanted === "string") {
    console.error(wanted);
    return 2;
  }
  const { name, keep } = wanted;
  if (name === undefined) {
    console.log(`${usage}\n\n${list()}`);
    return 0;
  }
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined;
  if (example === undefined) {
    console.error(`There is no example ${name}: ${usage}\n\n${list()}`);
    return 2;
  }
  const folder = path.join("templates/examples", name);
  console.log(`Example ${name}: ${example.about}.`);
  console.log(`The commands run in the folder ${folder}.`);
  const stage = createStage(path.resolve(folder));
  try {
    return await play(example, stage, keep);
  } finally {
    await stage.end();
  }
}

function read(
  args: readonly string[],
): { name: string | undefined; keep: boolean } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { keep: { type: "boolean" }, help: { type: "boolean" } },
      allowPositionals: true,
    });
    const [name = "pair", ...others] = positionals;
    if (others.length > 0) return `One example at a time: ${usage}`;
    return {
      name: values.help ? undefined : name,
      keep: values.keep ?? false,
    };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${usage}`;
  }
}

function list(): string {
  const names = Object.keys(examples);
  const width = Math.max(...names.map(({ length }) => length));
  return names
    .map((name) => `  ${name.padEnd(width)}  ${examples[name]?.about}`)
    .join("\n");
}

async function play(
  example: Example,
  stage: Stage,
  keep: boolean,
): Promise<number> {
  const { emit, emitted, servers = [], uses, byHand } = example;
  if (emit) await stage.emit(emit);
  if (emitted) console.log(emitted);
  const urls: string[] = [];
  for (const { file, env } of servers)
    urls.push(await stage.start(file, env?.(urls)));
  const url = urls.at(-1) ?? "";
  const isKept = keep && servers.length > 0;
  if (!isKept) for (const use of uses(url, urls)) await stage.use(use);
  if (!keep) {
    console.log("\nDone. `npm run example -- --help` lists all examples.");
    return 0;
  }
  const commands = [
    ...(isKept ? uses(url, urls) : []),
    ...(byHand?.(url) ?? []),
  ];
  console.log(`\nTry it in ${isKept ? "another terminal" : "that folder"}:`);
  for (const use of commands) console.log(`  ${commandLine(use)}`);
  if (isKept) {
    console.log("\nCtrl-C ends it.");
    await stage.interrupted();
  }
  return 0;
}
