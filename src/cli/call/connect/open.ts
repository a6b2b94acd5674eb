import type { OpenTransport } from "../../../runtime/index.ts";
import type { ProgramTarget, ServerTarget } from "../server/target.ts";
import { loginWhenAsked, type LoginSettings } from "./login.ts";

/** What a transport needs to know besides where the server is. */
export interface OpenSettings {
  /** Absent where nobody logs in. */
  readonly login: LoginSettings | undefined;
  /** Hears what a program prints to its standard error. */
  readonly onStderr: (text: string) => void;
}

/** What opens a transport to a server; again, for one that died of the first question. */
export async function openerOf(
  target: ServerTarget,
  settings: OpenSettings,
): Promise<OpenTransport> {
  if (target.kind === "program") return programOpener(target, settings);
  const { httpTransport } = await import("../../../runtime/http-client.ts");
  const { url, headers } = target;
  const hasToken = Object.keys(headers).some(
    (name) => name.toLowerCase() === "authorization",
  );
  const { login } = settings;
  return () =>
    httpTransport({
      url,
      headers,
      ...(login && !hasToken && { auth: loginWhenAsked(target, login) }),
    });
}

async function programOpener(
  { command, args, env, cwd }: ProgramTarget,
  { onStderr }: OpenSettings,
): Promise<OpenTransport> {
  const { spawnStdio } = await import("../../../runtime/spawn-stdio.ts");
  return () =>
    spawnStdio({
      ...{ command, args, env, cwd },
      stderr: onStderr,
      // Ctrl-C takes the call back first.
      interrupts: "keep",
    });
}
