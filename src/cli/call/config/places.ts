import { posix, win32 } from "node:path";

/** What is known of the system and of the person, to find their files. */
export interface Home {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
}

/** A file that may have servers in it. */
export interface ConfigPlace {
  readonly file: string;
  /** The folder that its servers are meant for; none for those of a person. */
  readonly workspace?: string;
}

/**
 * The files of a project, as programs that use servers have them, relative to its
 * folder: the first that has an entry is taken.
 */
const ofProject = [
  "mcp.json",
  ".mcp.json",
  ".cursor/mcp.json",
  ".vscode/mcp.json",
  ".vscode/settings.json",
  ".gemini/settings.json",
  ".roo/mcp.json",
  ".kilocode/mcp.json",
  ".amazonq/mcp.json",
  ".junie/mcp/mcp.json",
  ".zed/settings.json",
] as const;

/** The files of a person, relative to their home. */
const ofHome = [
  ".claude.json",
  ".cursor/mcp.json",
  ".codeium/windsurf/mcp_config.json",
  ".gemini/settings.json",
  ".aws/amazonq/mcp.json",
] as const;

/** The same, relative to where the system has applications keep their settings. */
const ofApplications = [
  "Claude/claude_desktop_config.json",
  "Code/User/mcp.json",
] as const;

/** The files of the project in a folder. */
export function projectPlaces(
  folder: string,
  { platform }: Home,
): ConfigPlace[] {
  const { join } = pathsOf(platform);
  return ofProject.map((name) => ({
    file: join(folder, name),
    workspace: folder,
  }));
}

/** The files of a person. */
export function homePlaces(home: Home): ConfigPlace[] {
  const { join } = pathsOf(home.platform);
  const folder = homeFolder(home);
  const applications = applicationsFolder(home);
  return [
    ...(folder === undefined ? [] : ofHome.map((name) => join(folder, name))),
    ...(applications === undefined
      ? []
      : ofApplications.map((name) => join(applications, name))),
  ].map((file) => ({ file }));
}

/** The folder of the person; undefined where the environment does not say. */
export function homeFolder({ env, platform }: Home): string | undefined {
  return (platform === "win32" ? env["USERPROFILE"] : env["HOME"]) || undefined;
}

/** Where this program keeps what belongs to a person. */
export function ownFolder(home: Home): string | undefined {
  const { join } = pathsOf(home.platform);
  if (home.platform === "win32") {
    const folder = applicationsFolder(home);
    return folder === undefined ? undefined : join(folder, "mcp-gen");
  }
  const configured = home.env["XDG_CONFIG_HOME"];
  if (configured?.startsWith("/")) return join(configured, "mcp-gen");
  const folder = homeFolder(home);
  return folder === undefined ? undefined : join(folder, ".config/mcp-gen");
}

function applicationsFolder(home: Home): string | undefined {
  const { env, platform } = home;
  if (platform === "win32") return env["APPDATA"] || undefined;
  const folder = homeFolder(home);
  if (folder === undefined) return undefined;
  return platform === "darwin"
    ? posix.join(folder, "Library/Application Support")
    : env["XDG_CONFIG_HOME"] || posix.join(folder, ".config");
}

function pathsOf(platform: string): typeof posix {
  return platform === "win32" ? win32 : posix;
}
