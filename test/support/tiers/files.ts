import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const tests = fileURLToPath(new URL("../..", import.meta.url));

/** Test files of the suite, by tier and process; paths from `test`. */
export interface TestFiles {
  /** Run by `npm test`, each in a process of its own. */
  readonly alone: readonly string[];
  /** Run by `npm test`, many in one process: what they import is loaded once. */
  readonly generator: readonly string[];
  /** As those of the generator, but not with them: a process would hold too much. */
  readonly runtime: readonly string[];
  /** Run by `npm run test:ci`, `*.ci.test.ts`, each in a process of its own. */
  readonly ciAlone: readonly string[];
  /** Run by `npm run test:ci`, many in one process. */
  readonly ciGenerator: readonly string[];
  /** As those of the generator, but not with them. */
  readonly ciRuntime: readonly string[];
  /** Run by `npm run test:long` alone: `*.long.test.ts`. */
  readonly long: readonly string[];
  /** Files of the first two tiers that draw random values, and draw others in the long tier. */
  readonly random: readonly string[];
}

/**
 * What a file says that has to be alone: it replaces modules or globals, as
 * Hono's server for Node does, or watches memory or the process itself.
 */
const wantsProcess =
  /\bvi\.mock\(|createAdaptorServer\(|--expose-gc|\bmemoryUsage\(|process\.on\("un/;

/** Folders, and files, of the tests that exercise the generator. */
const generatorTests = new Set([
  ...["base", "checks.test.ts", "cli", "compat", "contracts", "emit"],
  ...["project", "revisions", "schema", "validate"],
]);

function isOfGenerator(file: string): boolean {
  const [top = ""] = file.split(path.sep);
  return generatorTests.has(top);
}

/**
 * What is killed there tries for a while to tell the others: it is not to set timers of
 * other tests' clocks. In the short tier, tests of the link to Redis have no such nodes.
 */
function isOfCluster(file: string): boolean {
  const sessions = path.join("runtime", "sessions") + path.sep;
  const link = path.join(sessions, "redis") + path.sep;
  return (
    file.startsWith(sessions) &&
    (!file.startsWith(link) || file.endsWith(".ci.test.ts"))
  );
}

function wantsOwnProcess(file: string): boolean {
  return wantsProcess.test(textOf(path.join(tests, file))) || isOfCluster(file);
}

/** Folders of the CI tier whose tests leave connections or large programs in memory. */
const heavyFolders = new Set(["lab", "package", "security"]);

function leavesMuch(file: string): boolean {
  const [top = ""] = file.split(path.sep);
  return (
    heavyFolders.has(top) ||
    /\bprocess\.on\(/.test(textOf(path.join(tests, file)))
  );
}

/** Module of random values. */
const randomModule = path.join(tests, "support/random.ts");

export function testFiles(): TestFiles {
  const files = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .sort();
  const ci = files.filter((file) => file.endsWith(".ci.test.ts"));
  const long = files.filter((file) => file.endsWith(".long.test.ts"));
  const short = files.filter(
    (file) => !ci.includes(file) && !long.includes(file),
  );
  const alone = short.filter(wantsOwnProcess);
  const shared = short.filter((file) => !alone.includes(file));
  const ciAlone = ci.filter(
    (file) => wantsOwnProcess(file) || leavesMuch(file),
  );
  const ciShared = ci.filter((file) => !ciAlone.includes(file));
  return {
    alone,
    generator: shared.filter(isOfGenerator),
    runtime: shared.filter((file) => !isOfGenerator(file)),
    ciAlone,
    ciGenerator: ciShared.filter(isOfGenerator),
    ciRuntime: ciShared.filter((file) => !isOfGenerator(file)),
    long,
    random: [...short, ...ci].filter(drawsValues),
  };
}

/** Whether the tests of a file, an absolute path, count the timers of a clock that they fake. */
export function countsTimers(file: string): boolean {
  return textOf(file).includes("vi.getTimerCount()");
}

/** True if a module imports `randomModule`, itself or by others of `test`. */
function drawsValues(file: string): boolean {
  const seen = new Set([path.join(tests, file)]);
  // A set goes on with what is added while one walks over it.
  for (const module of seen)
    for (const other of importsOf(module)) seen.add(other);
  return seen.has(randomModule);
}

const imports = new Map<string, string[]>();

function importsOf(module: string): string[] {
  const known = imports.get(module);
  if (known !== undefined) return known;
  const found = [...textOf(module).matchAll(/ from "(\.[^"]+\.ts)"/g)]
    .map(([, specifier = ""]) => path.resolve(module, "..", specifier))
    // A schema in a text may import too.
    .filter((file) => file.startsWith(tests) && existsSync(file));
  imports.set(module, found);
  return found;
}

const texts = new Map<string, string>();

function textOf(module: string): string {
  const text = texts.get(module) ?? readFileSync(module, "utf8");
  texts.set(module, text);
  return text;
}
