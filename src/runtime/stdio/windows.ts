/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What starts a program without a shell. */
export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether the arguments are quoted already. */
  readonly verbatim: boolean;
}

/**
 * How to start a command on Windows, be it a program, a script of Node, or a
 * batch file such as `npx.cmd`. A batch file that only starts a script of Node is
 * not run: its script is. Any other goes through cmd.exe, without which it cannot
 * run. Throws where nothing is found, and for arguments that a batch file would
 * not take as they are.
 */
export function resolveWindowsCommand(
  command: string,
  args: readonly string[],
  system: WindowsSystem,
): ProgramCall {
  const file = findFile(command, system);
  if (file === undefined) throw new Error("there is no such program");
  if (hasEnding(file, programs))
    return { command: file, args, verbatim: false };
  const script = hasEnding(file, scripts) ? file : findShimScript(file, system);
  if (script !== undefined) {
    const command = findNode(file, system);
    return { command, args: [script, ...args], verbatim: false };
  }
  const root = variable(system.env, "SYSTEMROOT") ?? "C:\\Windows";
  return {
    command: `${root}\\System32\\cmd.exe`,
    args: batchArguments(file, args),
    verbatim: true,
  };
}

/** The Node beside a file, as a batch file of npm has it, or the one in PATH. */
function findNode(file: string, system: WindowsSystem): string {
  const beside = `${folderOf(file)}node.exe`;
  const found = system.fileExists(beside)
    ? beside
    : findFile("node.exe", system);
  if (found === undefined) throw new Error("node.exe is not in PATH");
  return found;
}

/** What the search for a program on Windows looks at. */
export interface WindowsSystem {
  /** The environment that the program will have. */
  readonly env: Environment;
  /** The folder that it will run in. */
  readonly cwd?: string;
  fileExists(path: string): boolean;
  readFile(path: string): string;
}

/** Windows runs these itself. */
const programs: readonly string[] = [".com", ".exe"];
/** Only cmd.exe runs these; Node refuses to hand them to it. */
const batches: readonly string[] = [".bat", ".cmd"];
/** Node runs these. */
const scripts: readonly string[] = [".js", ".cjs", ".mjs"];

/**
 * The file of a command: a path, or a name that is looked up in PATH with the
 * endings of PATHEXT. The current folder is not searched, which Windows would do
 * first: what lies there need not be what is meant.
 */
function findFile(
  command: string,
  { env, cwd, fileExists }: WindowsSystem,
): string | undefined {
  const names = hasEnding(command, [...programs, ...batches, ...scripts])
    ? [command]
    : endings(env).map((ending) => command + ending);
  const folders = isPath(command)
    ? [cwd === undefined || isAbsolute(command) ? "" : `${cwd}\\`]
    : searched(env);
  return folders
    .flatMap((folder) => names.map((name) => folder + name))
    .find(fileExists);
}

function hasEnding(file: string, list: readonly string[]): boolean {
  const name = file.toLowerCase();
  return list.some((ending) => name.endsWith(ending));
}

/** The folder of a file, with its last separator. */
function folderOf(file: string): string {
  const end = Math.max(file.lastIndexOf("\\"), file.lastIndexOf("/"));
  return file.slice(0, end + 1);
}

/** The value of a variable, whose name has no case on Windows. */
function variable(env: Environment, name: string): string | undefined {
  const key = Object.keys(env).find((one) => one.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

function isPath(command: string): boolean {
  return ["\\", "/", ":"].some((sign) => command.includes(sign));
}

function isAbsolute(path: string): boolean {
  return path.startsWith("\\") || path.startsWith("/") || path.includes(":");
}

/** The folders of PATH, each with its last backslash. */
function searched(env: Environment): string[] {
  return (variable(env, "PATH") ?? "")
    .split(";")
    .map((folder) => folder.replaceAll('"', "").trim())
    .filter((folder) => folder !== "")
    .map((folder) => (folder.endsWith("\\") ? folder : `${folder}\\`));
}

/** The endings that the name of a command may leave out. */
function endings(env: Environment): string[] {
  const runnable = [...programs, ...batches];
  return (variable(env, "PATHEXT") ?? ".COM;.EXE;.BAT;.CMD")
    .split(";")
    .map((ending) => ending.trim().toLowerCase())
    .filter((ending) => runnable.includes(ending));
}

/** The longest command line that cmd.exe takes. */
const lineLimit = 8191;

/** What cmd.exe, or a batch file, acts on even between quotes. */
const refused = ['"', "%", "!"];

/**
 * The arguments by which cmd.exe runs a batch file, quoted already. Between
 * quotes cmd.exe takes `&`, `|`, `<`, `>`, `^` and parentheses as they are. An
 * argument that could end its quotes, or name a variable, is refused: quoting it
 * for cmd.exe would not quote it for the batch file, which reads it again.
 */
function batchArguments(
  file: string,
  args: readonly string[],
): readonly string[] {
  const quoted = args.map((arg, index) => quote(arg, `argument ${index + 1}`));
  const line = `"${[quote(file, "its path"), ...quoted].join(" ")}"`;
  if (line.length > lineLimit) {
    throw new Error("its arguments are too long for a batch file");
  }
  return ["/d", "/e:on", "/v:off", "/s", "/c", line];
}

function quote(arg: string, what: string): string {
  const sign = [...arg].find((one) => one < " " || refused.includes(one));
  if (sign !== undefined) {
    throw new Error(
      `${what} has ${JSON.stringify(sign)} in it, which no batch file takes as it is`,
    );
  }
  return `"${arg}${trailingBackslashes(arg)}"`;
}

/** A program that the batch file starts would take `\"` for a quote. */
function trailingBackslashes(arg: string): string {
  let start = arg.length;
  while (arg[start - 1] === "\\") start--;
  return arg.slice(start);
}

/** How a batch file names its own folder. */
const ownFolder = ["%~dp0\\", "%dp0%\\"];

/** How the batch files of npm name Node, and where they say that it is Node. */
const runners = [
  ['"%_prog%"', 'SET "_prog=node"'],
  ['"%NODE_EXE%"', 'SET "NODE_EXE=node"'],
] as const;

/**
 * The script that a batch file of npm starts with Node, such as `npx.cmd` or what
 * npm writes for the commands of a package. Undefined for a batch file of any
 * other shape.
 */
function findShimScript(
  file: string,
  system: WindowsSystem,
): string | undefined {
  const text = system.readFile(file);
  // Variables that the script would miss.
  if (text.includes("@SET ")) return undefined;
  for (const [runner, proof] of runners) {
    const target = text.includes(proof) ? readTarget(text, runner) : undefined;
    if (target === undefined) continue;
    const path = readVariable(target, text) ?? target;
    const script = inFolder(path, folderOf(file));
    if (script !== undefined && system.fileExists(script)) return script;
  }
  return undefined;
}

/** `a` of a last line that is `"%runner%" "a" %*`. */
function readTarget(text: string, runner: string): string | undefined {
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  const start = line.indexOf(runner);
  if (start === -1 || !line.endsWith(" %*")) return undefined;
  const target = line.slice(start + runner.length, -" %*".length).trim();
  const isQuoted = target.startsWith('"') && target.endsWith('"');
  return isQuoted ? target.slice(1, -1) : undefined;
}

/** A path that a batch file gives relative to its own folder. */
function inFolder(path: string, folder: string): string | undefined {
  const prefix = ownFolder.find((one) => path.startsWith(one));
  if (prefix === undefined) return undefined;
  const rest = path.slice(prefix.length);
  const isPlain = !["%", "!", '"'].some((sign) => rest.includes(sign));
  return isPlain ? folder + rest : undefined;
}

/** What `SET "NAME=…"` first gives to `%NAME%`. */
function readVariable(reference: string, text: string): string | undefined {
  const start = `SET "${reference.slice(1, -1)}=`;
  const line = text
    .split("\n")
    .map((one) => one.trim())
    .find((one) => one.startsWith(start));
  return line?.endsWith('"') ? line.slice(start.length, -1) : undefined;
}
