import {
  listenAt,
  type Listener,
  type LoopbackAddress,
  type Waiting,
} from "./listener.ts";
import {
  redirectUri,
  type LoopbackHost,
  type RedirectPlace,
} from "./redirect-place.ts";
import { TerminalLoginError } from "./terminal-login-error.ts";
import { excerpt, toError } from "../../../protocol/errors.ts";

/** Redirect URI with an active listener. */
export interface ListeningPlace {
  readonly redirectUri: string;
  readonly port: number;
  leave(): void;
}

/** Starts to listen at the first available place. */
export async function listenAtPlace(
  places: readonly RedirectPlace[],
  waiting: Waiting,
): Promise<ListeningPlace> {
  let failure: unknown;
  for (const place of places)
    try {
      return await listenTo(place, waiting);
    } catch (error) {
      failure = error;
    }
  const { port } = places.at(-1) ?? { port: 0 };
  const problem =
    port === 0
      ? "Cannot listen on any local port"
      : `Cannot listen on local port ${port}`;
  throw new TerminalLoginError(
    "port",
    `${problem} (${excerpt(toError(failure).message)}): another login or program may be using it`,
    { cause: failure },
  );
}

const addresses: Readonly<
  Record<LoopbackHost, readonly [LoopbackAddress, ...LoopbackAddress[]]>
> = {
  "127.0.0.1": ["127.0.0.1"],
  "[::1]": ["::1"],
  // A browser may use either of them.
  localhost: ["127.0.0.1", "::1"],
};

/**
 * Maximum number of ports to try: a port may be free at one address but not at
 * the other.
 */
const portTries = 5;

async function listenTo(
  place: RedirectPlace,
  waiting: Waiting,
  tries = place.port === 0 ? portTries : 1,
): Promise<ListeningPlace> {
  const { path } = place;
  const own = { waiting, path };
  const [main, ...others] = addresses[place.host];
  const listeners: Listener[] = [await listenAt(main, place.port, own)];
  const leave = (): void => {
    for (const listener of listeners) listener.leave(own);
  };
  const [{ port }] = listeners as [Listener];
  for (const address of others)
    try {
      listeners.push(await listenAt(address, port, own));
    } catch (error) {
      // Other errors mean that the machine has no IPv6.
      if (!isTaken(error)) continue;
      leave();
      if (tries > 1) return listenTo(place, waiting, tries - 1);
      throw error;
    }
  return { redirectUri: redirectUri(place, port), port, leave };
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "EADDRINUSE"
  );
}
