/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a server needs to run; the rest of the environment may hold secrets. */
const inherited = [
  "APPDATA",
  "COMSPEC",
  "HOME",
  "HOMEDRIVE",
  "HOMEPATH",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "LOCALAPPDATA",
  "LOGNAME",
  "PATH",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMFILES",
  "SHELL",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TERM",
  "TMP",
  "TMPDIR",
  "TZ",
  "USER",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
];

/** The variables of `own` that a server inherits, and those that it is given. */
export function serverEnvironment(
  own: Environment,
  given: Readonly<Record<string, string>>,
  platform: string,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of inherited) {
    const value = own[name];
    // A shell function would be code that the child runs.
    if (value !== undefined && !value.startsWith("()")) {
      environment[name] = value;
    }
  }
  if (platform === "win32") {
    // There `Path` is `PATH`, and the child would get either.
    for (const name of Object.keys(given)) {
      delete environment[name.toUpperCase()];
    }
  }
  return { ...environment, ...given };
}
