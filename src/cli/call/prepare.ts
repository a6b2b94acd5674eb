import { platform } from "node:os";
import type { Variables } from "./config/variables.ts";
import type { LoginState } from "./connect/login-advice.ts";
import type { LoginSettings } from "./connect/login.ts";
import type { CallIo } from "./io.ts";
import { foreignWords } from "./print/foreign.ts";
import type { ScreenListener } from "./print/listener.ts";
import type { CallRequest } from "./request.ts";
import { resolveServer } from "./server/resolve.ts";
import type { ServerTarget } from "./server/target.ts";
import { fillTarget } from "./target-options.ts";

/** A server that was found, and how one logs in there. */
export interface Prepared {
  readonly target: ServerTarget;
  readonly login: LoginSettings;
}

/** Finds the server, with what the options say of it. */
export async function prepare(
  request: CallRequest,
  io: CallIo,
  listener: ScreenListener,
): Promise<Prepared> {
  const { cwd, env, prompter } = io;
  const home = { env, platform: platform() };
  const variables: Variables = {
    home,
    note: listener.warn,
    ...(prompter && {
      ask: ({ description, isSecret, options, ...input }) => {
        // A file that anybody in the project may write has these words.
        const message = foreignWords(description, 500);
        const asked = { message, default: input.default };
        if (options)
          return prompter.select({
            ...asked,
            choices: options.map((value) => ({ value, label: value })),
          });
        return isSecret ? prompter.secret(asked) : prompter.text(asked);
      },
    }),
  };
  const server = { ...request.server, cwd };
  const target = await resolveServer(server, variables);
  return {
    target: fillTarget(target, request, io),
    login: {
      home,
      isAllowed: request.login ?? io.isTerminal,
      opensBrowser: request.opensBrowser,
      print: listener.say,
      method: request.method,
      secret: env["MCP_CLIENT_SECRET"] || undefined,
    },
  };
}

/** What is known of a login before anybody asks for one. */
export function loginState({
  target,
  login: { isAllowed, secret },
}: Prepared): LoginState {
  const { headers, login } =
    target.kind === "http" ? target : { headers: {}, login: {} };
  return {
    isAllowed,
    hasToken: Object.keys(headers).some((name) =>
      /^authorization$/i.test(name),
    ),
    hasSecret: (login.clientSecret ?? secret) !== undefined,
    port: login.port,
  };
}
