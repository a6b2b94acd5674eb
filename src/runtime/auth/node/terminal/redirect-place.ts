/** Where a browser is sent back to, as far as it is settled. */
export interface RedirectPlace {
  readonly host: LoopbackHost;
  /** 0 is any that is free. */
  readonly port: number;
  readonly path: string;
  /** The URI as it is registered, to the letter; undefined where the port is open. */
  readonly uri: string | undefined;
}

/** The names of this machine that a redirect URI may have. */
export type LoopbackHost = "127.0.0.1" | "[::1]" | "localhost";

/** What a user settled. */
export interface FixedPlace {
  readonly host: LoopbackHost;
  readonly port: number | undefined;
  readonly path: string | undefined;
}

/** The path of a redirect URI of our own. */
const ownPath = "/callback";

/**
 * Where to listen, in the order of what is better: at what is registered already,
 * where the user did not settle on something else, and then at what is new.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252#section-7.3 | RFC 8252: Loopback Interface Redirection}
 */
export function redirectPlaces(
  known: readonly string[],
  fixed: FixedPlace,
): readonly RedirectPlace[] {
  const registered = known.flatMap((uri) => placeOfUri(uri) ?? []);
  const { host, port, path } = fixed;
  const own = { host, port: port ?? 0, path: path ?? ownPath, uri: undefined };
  return [
    ...registered
      .filter((place) => path === undefined || place.path === path)
      .filter((place) => !port || !place.port || place.port === port)
      .map((place) => (place.port ? place : { ...place, port: port ?? 0 })),
    own,
  ];
}

/** The URI of a place whose port is known now. */
export function redirectUri(place: RedirectPlace, port: number): string {
  return place.uri ?? `http://${place.host}:${port}${place.path}`;
}

/** Undefined for a URI at which this program cannot listen. */
function placeOfUri(uri: string): RedirectPlace | undefined {
  if (!URL.canParse(uri)) return undefined;
  const { protocol, hostname, pathname, username, password } = new URL(uri);
  const isOurs =
    protocol === "http:" &&
    isLoopbackHost(hostname) &&
    username + password === "" &&
    !uri.includes("#");
  if (!isOurs) return undefined;
  // `URL` leaves a port 80 out, which is not the same as none: any port is good then.
  const written = /^http:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(uri)?.[1];
  const port = Number(written ?? 0);
  if (port !== 0) return { host: hostname, port, path: pathname, uri };
  // One with a query would have to be put together again.
  if (uri.includes("?")) return undefined;
  return { host: hostname, port, path: pathname, uri: undefined };
}

function isLoopbackHost(name: string): name is LoopbackHost {
  return name === "127.0.0.1" || name === "[::1]" || name === "localhost";
}
