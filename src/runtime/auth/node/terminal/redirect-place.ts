/** Redirect URI whose port may not be chosen yet. */
export interface RedirectPlace {
  readonly host: LoopbackHost;
  /** Port; 0 means any free port. */
  readonly port: number;
  readonly path: string;
  /**
   * Registered URI, character by character; undefined if the port is not fixed.
   */
  readonly uri: string | undefined;
}

/** Loopback hosts that a redirect URI may have. */
export type LoopbackHost = "127.0.0.1" | "[::1]" | "localhost";

/** Parts of the redirect URI that the user set. */
export interface FixedPlace {
  readonly host: LoopbackHost;
  readonly port: number | undefined;
  readonly path: string | undefined;
}

/** Path of a redirect URI that this program chooses. */
const ownPath = "/callback";

/**
 * Returns the places to listen at, best first: registered redirect URIs that
 * match the user's settings, then a new one.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252#section-7.3 | RFC 8252:
 * Loopback Interface Redirection}
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

/** Returns the redirect URI of a place with its actual port. */
export function redirectUri(place: RedirectPlace, port: number): string {
  return place.uri ?? `http://${place.host}:${port}${place.path}`;
}

/**
 * Parses a redirect URI. Returns undefined if this program cannot listen there.
 */
function placeOfUri(uri: string): RedirectPlace | undefined {
  if (!URL.canParse(uri)) return undefined;
  const { protocol, hostname, pathname, username, password } = new URL(uri);
  const isOurs =
    protocol === "http:" &&
    isLoopbackHost(hostname) &&
    username + password === "" &&
    !uri.includes("#");
  if (!isOurs) return undefined;
  // `URL` removes port 80, which differs from no port: without a port, any port
  // is valid.
  const written = /^http:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(uri)?.[1];
  const port = Number(written ?? 0);
  if (port !== 0) return { host: hostname, port, path: pathname, uri };
  // A URI with a query would need to be reassembled with the port.
  if (uri.includes("?")) return undefined;
  return { host: hostname, port, path: pathname, uri: undefined };
}

function isLoopbackHost(name: string): name is LoopbackHost {
  return name === "127.0.0.1" || name === "[::1]" || name === "localhost";
}
