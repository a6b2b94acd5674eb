import type { Environment } from "../environment.ts";

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
export const programs: readonly string[] = [".com", ".exe"];
/** Only cmd.exe runs these; Node refuses to hand them to it. */
const batches: readonly string[] = [".bat", ".cmd"];
/** Node runs these. */
export const scripts: readonly string[] = [".js", ".cjs", ".mjs"];

/**
 * The file of a command: a path, or a name that is looked up in PATH with the
 * endings of PATHEXT. The current folder is not searched, which Windows would do
 * first: what lies there need not be what is meant.
 */
export function findFile(
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

export function hasEnding(file: string, list: readonly string[]): boolean {
  const name = file.toLowerCase();
  return list.some((ending) => name.endsWith(ending));
}

/** The folder of a file, with its last separator. */
export function folderOf(file: string): string {
  const end = Math.max(file.lastIndexOf("\\"), file.lastIndexOf("/"));
  return file.slice(0, end + 1);
}

/** The value of a variable, whose name has no case on Windows. */
export function variable(env: Environment, name: string): string | undefined {
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
