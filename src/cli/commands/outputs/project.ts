import { relative, resolve, sep } from "node:path";
import {
  assertSame,
  differences,
  lockPath,
  projectRoot,
  readConfig,
  readLock,
  readLocked,
  wantedOptions,
  type Difference,
  type Lock,
  type LockedInput,
  type LockedOutput,
  type LockedOutputOptions,
  type OutputConfig,
  type OutputOptions,
  type ReadConfig,
} from "../../../project/config/index.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import type { GenerateOptions } from "../../../project/api/options.ts";
import { bundledRevisions } from "../../../revisions/revisions.ts";
import { generateOptions, type GenerateFlags } from "../flags.ts";
import { progress, type CommandIo } from "../io.ts";
import { filesOf, type PlannedOutput } from "./planned-output.ts";

/** What a project wants, and what was found for it. */
interface Project {
  readonly folder: string;
  readonly config: ReadConfig | undefined;
  readonly lock: Lock | undefined;
}

/** An output of a project: found, or only wanted. */
type ProjectOutput =
  | { readonly out: string; readonly locked: LockedOutput }
  | { readonly out: string; readonly wanted: OutputConfig };

/**
 * The outputs of configuration and lock that a command line is about; undefined where it is
 * about a folder that neither knows.
 */
export async function projectOutputs(
  flags: GenerateFlags,
  revisions: readonly string[],
  io: CommandIo,
): Promise<PlannedOutput[] | undefined> {
  const project = await readProject(flags.config, io);
  const { folder, lock } = project;
  const picked = pickOutputs(project, flags.out, io);
  const [first, second] = picked;
  if (first === undefined) return undefined;
  const isNamed = revisions.length + flags.schema.length > 0;
  if (isNamed && second !== undefined) throw severalOutputs(picked);
  const { outputs, rest } = isNamed
    ? withNamed(first, lock, revisions)
    : { outputs: picked, rest: [] };
  const given = await generateOptions(rest, flags, io);
  assertAgreed(project, picked, flags, { given, isNamed });
  const files = [...projectFiles(project), ...filesOf(given, flags, io)];
  // What surrounds a command is not said by its arguments.
  const { env: _, ...said } = definedOf(given);
  const isWhole = !isNamed && Object.keys(said).length === 0;
  const planned: PlannedOutput[] = [];
  for (const output of outputs) {
    const read = await readOutput(project, output, flags, io);
    planned.push({
      out: shown(io.cwd, read.options.out),
      options: overlaid(read.options, given),
      files: [...files, ...read.files],
      ...(isWhole && "output" in read
        ? { locked: { folder, output: read.output } }
        : {}),
    });
  }
  return planned;
}

async function readProject(
  file: string | undefined,
  { cwd }: CommandIo,
): Promise<Project> {
  const config = await readConfig(cwd, file);
  const folder = config?.folder ?? cwd;
  return { folder, config, lock: readLock(folder) };
}

/** The outputs of the configuration, or else of the lock; with `--out`, that one. */
function pickOutputs(
  { folder, config, lock }: Project,
  out: string | undefined,
  { cwd }: CommandIo,
): ProjectOutput[] {
  const place = (path: string): string => resolve(folder, path);
  const locked = lock?.outputs ?? [];
  const outputs =
    config === undefined
      ? locked.map((one) => ({ out: one.out, locked: one }))
      : config.outputs.map((wanted): ProjectOutput => {
          const { out } = wanted;
          const found = locked.find((one) => place(one.out) === place(out));
          return found === undefined ? { out, wanted } : { out, locked: found };
        });
  return out === undefined
    ? outputs
    : outputs.filter((one) => place(one.out) === resolve(cwd, out));
}

function severalOutputs(outputs: readonly ProjectOutput[]): UsageError {
  const outs = outputs.map(({ out }) => out).join(", ");
  return new UsageError(
    "invalid-option",
    `Revisions are named for one output, and there are several: ${outs}`,
    { hint: "name the one that is meant, with --out" },
  );
}

/**
 * The output with the revisions that the command line names: from where the lock or the
 * configuration has them; the rest is as without those.
 */
function withNamed(
  output: ProjectOutput,
  lock: Lock | undefined,
  revisions: readonly string[],
): { outputs: [ProjectOutput]; rest: string[] } {
  const ids = revisions.flatMap((id) =>
    id === "all" ? bundledRevisions().map((one) => one.id) : [id],
  );
  const restOf = (known: readonly string[]): string[] =>
    ids.filter((id) => !known.includes(id));
  if ("wanted" in output) {
    const { schemas = [] } = output.wanted;
    const own = schemas.filter(({ revision }) => ids.includes(revision));
    const wanted = { ...output.wanted, revisions: [], schemas: own };
    return {
      outputs: [{ ...output, wanted }],
      rest: restOf(own.map(({ revision }) => revision)),
    };
  }
  const { locked } = output;
  const known = [locked, ...(lock?.outputs ?? [])].flatMap(
    ({ inputs }) => inputs,
  );
  const found = ids.flatMap((id): LockedInput[] => {
    const input = known.find((one) => one.kind === "revision" && one.id === id);
    return input === undefined ? [] : [input];
  });
  const others = locked.inputs.filter(({ kind }) => kind !== "revision");
  const inputs = [...found, ...others];
  return {
    outputs: [{ ...output, locked: { ...locked, inputs } }],
    rest: restOf(found.map(({ id = "" }) => id)),
  };
}

/** What the command line does not say, configuration and lock have to say alike. */
function assertAgreed(
  { config, lock, folder }: Project,
  picked: readonly ProjectOutput[],
  flags: GenerateFlags,
  { given, isNamed }: { given: GenerateOptions; isNamed: boolean },
): void {
  if (config === undefined || lock === undefined) return;
  const outs = picked.map(({ out }) => resolve(folder, out));
  const over = new Set<string>([
    ...Object.keys(definedOf(given)),
    ...(isNamed ? ["revisions", "schemas", "from", "out"] : []),
  ]);
  const isOpen = ({ out, what }: Difference): boolean =>
    !over.has(what) &&
    (flags.out === undefined ||
      out === undefined ||
      outs.includes(resolve(folder, out)));
  const beside = config.name.slice(0, config.name.lastIndexOf("/") + 1);
  const found = differences(config, lock).filter(isOpen);
  assertSame(config.name, beside + lockPath, found);
}

async function readOutput(
  { folder, config }: Project,
  output: ProjectOutput,
  flags: GenerateFlags,
  io: CommandIo,
): Promise<OutputOptions | LockedOutputOptions> {
  const bounds = {
    root: projectRoot(folder, io.cwd),
    allowOutside: flags.allowOutside === true,
  };
  if ("wanted" in output)
    return wantedOptions(folder, output.wanted, {
      ...bounds,
      env: io.env,
      ...(config !== undefined && { name: config.name }),
    });
  return readLocked(folder, output.locked, {
    ...bounds,
    env: io.env ?? {},
    progress: (what) => progress(io, what),
  });
}

/** What the command line says goes before everything else. */
function overlaid(
  base: OutputOptions["options"],
  given: GenerateOptions,
): OutputOptions["options"] {
  const { revisions = [], schemas = [], ...others } = given;
  return {
    ...base,
    ...definedOf(others),
    revisions: [...(base.revisions ?? []), ...revisions],
    schemas: [...(base.schemas ?? []), ...schemas],
  };
}

/** The options that are given: a list without anything is none. */
function definedOf(options: GenerateOptions): GenerateOptions {
  return Object.fromEntries(
    Object.entries(options).filter(
      ([, value]: [string, unknown]) =>
        value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

function projectFiles({ config }: Project): readonly string[] {
  return config?.files ?? [];
}

/** A folder as messages call it. */
function shown(cwd: string, path: string): string {
  const way = relative(cwd, path).split(sep).join("/");
  return way === "" ? "." : way;
}
