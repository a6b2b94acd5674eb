/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Command line that needs no shell. */
export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  /** True if the arguments are already quoted. */
  readonly verbatim: boolean;
}

/**
 * Returns the command line for a program, a Node script, or a batch file such as `npx.cmd`
 * on Windows. If a batch file only starts a Node script, the script is started instead.
 * Other batch files run in cmd.exe, which they require. Throws for a missing program, and
 * for arguments that a batch file would change.
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

/**
 * Returns the Node in the folder of a file, as batch files of npm prefer it, or the one in
 * PATH.
 */
function findNode(file: string, system: WindowsSystem): string {
  const beside = `${folderOf(file)}node.exe`;
  const found = system.fileExists(beside)
    ? beside
    : findFile("node.exe", system);
  if (found === undefined) throw new Error("node.exe is not in PATH");
  return found;
}

/** System functions for the search of a program on Windows. */
export interface WindowsSystem {
  /** Environment of the program. */
  readonly env: Environment;
  /** Working directory of the program. */
  readonly cwd?: string;
  fileExists(path: string): boolean;
  readFile(path: string): string;
}

/** Extensions that Windows runs. */
const programs: readonly string[] = [".com", ".exe"];
/** Extensions that only cmd.exe runs. Node does not start them without a shell. */
const batches: readonly string[] = [".bat", ".cmd"];
/** Extensions that Node runs. */
const scripts: readonly string[] = [".js", ".cjs", ".mjs"];

/**
 * Returns the file of a command: a path, or a name that is searched in PATH with the
 * extensions of PATHEXT. In contrast to Windows, it does not search the working directory,
 * which may contain a different program with this name.
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

/** Returns the folder of a file, with its last separator. */
function folderOf(file: string): string {
  const end = Math.max(file.lastIndexOf("\\"), file.lastIndexOf("/"));
  return file.slice(0, end + 1);
}

/** Returns an environment variable. Names have no case on Windows. */
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

/** Returns the folders of PATH, each with a backslash at its end. */
function searched(env: Environment): string[] {
  return (variable(env, "PATH") ?? "")
    .split(";")
    .map((folder) => folder.replaceAll('"', "").trim())
    .filter((folder) => folder !== "")
    .map((folder) => (folder.endsWith("\\") ? folder : `${folder}\\`));
}

/** Returns the extensions that the name of a command may omit. */
function endings(env: Environment): string[] {
  const runnable = [...programs, ...batches];
  return (variable(env, "PATHEXT") ?? ".COM;.EXE;.BAT;.CMD")
    .split(";")
    .map((ending) => ending.trim().toLowerCase())
    .filter((ending) => runnable.includes(ending));
}

/** Maximum length of a command line in cmd.exe. */
const lineLimit = 8191;

/** Characters that cmd.exe or a batch file interprets even in quotes. */
const refused = ['"', "%", "!"];

/**
 * Returns the quoted arguments with which cmd.exe runs a batch file. In quotes, cmd.exe
 * does not interpret `&`, `|`, `<`, `>`, `^` and parentheses. Throws for an argument that
 * could end its quotes or name a variable: the batch file parses the line again, so quoting
 * for cmd.exe is not sufficient.
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
      `${what} has ${JSON.stringify(sign)} in it, which a batch file would change`,
    );
  }
  return `"${arg}${trailingBackslashes(arg)}"`;
}

/**
 * Returns the backslashes to repeat: a program started by the batch file would parse `\"`
 * as a quote.
 */
function trailingBackslashes(arg: string): string {
  let start = arg.length;
  while (arg[start - 1] === "\\") start--;
  return arg.slice(start);
}

/** Notations for the folder of a batch file. */
const ownFolder = ["%~dp0\\", "%dp0%\\"];

/** Names of Node in the batch files of npm, with the line that proves it. */
const runners = [
  ['"%_prog%"', 'SET "_prog=node"'],
  ['"%NODE_EXE%"', 'SET "NODE_EXE=node"'],
] as const;

/**
 * Returns the script that a batch file of npm starts with Node, e.g. `npx.cmd` or the
 * command of a package. Undefined for other batch files.
 */
function findShimScript(
  file: string,
  system: WindowsSystem,
): string | undefined {
  const text = system.readFile(file);
  // The script would miss these variables.
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

/** Returns `a` if the last line is `"%runner%" "a" %*`. */
function readTarget(text: string, runner: string): string | undefined {
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  const start = line.indexOf(runner);
  if (start === -1 || !line.endsWith(" %*")) return undefined;
  const target = line.slice(start + runner.length, -" %*".length).trim();
  const isQuoted = target.startsWith('"') && target.endsWith('"');
  return isQuoted ? target.slice(1, -1) : undefined;
}

/** Resolves a path relative to the folder of the batch file. */
function inFolder(path: string, folder: string): string | undefined {
  const prefix = ownFolder.find((one) => path.startsWith(one));
  if (prefix === undefined) return undefined;
  const rest = path.slice(prefix.length);
  const isPlain = !["%", "!", '"'].some((sign) => rest.includes(sign));
  return isPlain ? folder + rest : undefined;
}

/** Returns the value of the first `SET "NAME=…"` for `%NAME%`. */
function readVariable(reference: string, text: string): string | undefined {
  const start = `SET "${reference.slice(1, -1)}=`;
  const line = text
    .split("\n")
    .map((one) => one.trim())
    .find((one) => one.startsWith(start));
  return line?.endsWith('"') ? line.slice(start.length, -1) : undefined;
}
