import { resolve } from "node:path";
import { UsageError } from "../../base/diagnostics/error.ts";
import type { CallIo } from "./io.ts";
import type { CallRequest } from "./request.ts";
import type { ServerTarget } from "./server/target.ts";

/** A server with what the options add to it. Throws a UsageError for those of the other kind. */
export function fillTarget(
  target: ServerTarget,
  request: CallRequest,
  { cwd, env }: CallIo,
): ServerTarget {
  const { headers, variables, folder, client } = request;
  if (target.kind === "program") {
    if (Object.keys(headers).length > 0)
      throw misplaced("--header", "is for servers at a URL");
    return {
      ...target,
      env: { ...target.env, ...variablesFrom(variables, env) },
      ...(folder !== undefined && { cwd: resolve(cwd, folder) }),
    };
  }
  if (variables.length > 0 || folder !== undefined)
    throw misplaced(
      variables.length > 0 ? "--env" : "--cwd",
      "is for servers that are started",
    );
  const { id, secret, port, scopes } = client;
  return {
    ...target,
    headers: joined(target.headers, headers),
    login: {
      ...target.login,
      ...(id !== undefined && { clientId: id }),
      ...(secret !== undefined && { clientSecret: secret }),
      ...(port !== undefined && { port }),
      ...(scopes.length > 0 && { scopes }),
    },
  };
}

function variablesFrom(
  given: readonly string[],
  env: CallIo["env"],
): Record<string, string> {
  return Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf("=");
      if (at > 0) return [one.slice(0, at), one.slice(at + 1)];
      const value = env[one];
      if (value !== undefined) return [one, value];
      throw new UsageError(
        "invalid-option",
        `--env ${one}: there is no such variable here`,
        { hint: "--env NAME=value sets one" },
      );
    }),
  );
}

/** Headers are the same in any case; the later one counts. */
function joined(
  first: Readonly<Record<string, string>>,
  then: Readonly<Record<string, string>>,
): Record<string, string> {
  const later = new Set(Object.keys(then).map((name) => name.toLowerCase()));
  const kept = Object.entries(first).filter(
    ([name]) => !later.has(name.toLowerCase()),
  );
  return { ...Object.fromEntries(kept), ...then };
}

function misplaced(option: string, reason: string): UsageError {
  return new UsageError("invalid-option", `${option} ${reason}`);
}
