/** What a call said of who logs in. */
export interface LoginState {
  /** Whether a person could be sent to log in. */
  readonly isAllowed: boolean;
  /** Whether a header has a token of the person's own. */
  readonly hasToken: boolean;
  /** Whether there is a secret for the client. */
  readonly hasSecret: boolean;
  /** Where logins come back to. */
  readonly port: number | undefined;
}

/** Why nobody was let in. */
export interface Refused {
  readonly reason: string | undefined;
  /** What the authorization server called it. */
  readonly code: string | undefined;
  readonly status: unknown;
}

/** What a person can do about it at the command line, if anything. */
export function adviceOn(
  { reason, code, status }: Refused,
  { isAllowed, hasToken, hasSecret, port }: LoginState,
): string | undefined {
  if (code === "invalid_client" || code === "unauthorized_client")
    return hasSecret
      ? "--client-id names the client, and $MCP_CLIENT_SECRET has its secret: one of them is not as it is registered"
      : "the secret of a client that has one goes into $MCP_CLIENT_SECRET; --client-id names the client";
  if (reason === "registration") {
    const shown = port ?? "<port>";
    return `register a client there with the redirect URI http://127.0.0.1:${shown}/callback, and give --client-id <id> --redirect-port ${shown}; its secret, if it has one, goes into $MCP_CLIENT_SECRET`;
  }
  if (reason !== undefined || status !== 401) return undefined;
  if (hasToken) return "the token of the header is not one for this server";
  return isAllowed
    ? "you are logged in, and the server does not take the token: who runs it can say why; --logout forgets the login"
    : '--login asks you to log in; --header "Authorization: Bearer …" gives a token';
}

/** What the runtime says of its options, as said of those of the command line. */
export function inOptions(message: string): string {
  return message
    .replaceAll('set it as "client"', "give its id by --client-id")
    .replaceAll('use "bearer"', "use --header");
}
