/** What a server is that knows no revision without a handshake. */
export type KnownEra =
  /** One address for everything: Streamable HTTP. */
  | "handshake"
  /** An address for events and another for messages: HTTP with SSE. */
  | "sse";

/**
 * What servers were found to be, by origin and path; a Map is one. What is not
 * in it is found out anew.
 */
export interface EraCache {
  /** What the server was found to be; undefined where that is not known. */
  get(server: string): KnownEra | undefined;
  /** Remembers what the server was found to be. */
  set(server: string, era: KnownEra): unknown;
  /** Forgets the server: it turned out to be otherwise. */
  delete(server: string): unknown;
}

/** How many servers are remembered by default. */
const defaultLimit = 1_000;

/** Remembers so many servers, and forgets the oldest first. */
export function createEraCache(limit: number = defaultLimit): EraCache {
  const eras = new Map<string, KnownEra>();
  return {
    get: (server) => eras.get(server),
    delete: (server) => eras.delete(server),
    set(server, era) {
      eras.delete(server);
      eras.set(server, era);
      for (const oldest of eras.keys()) {
        if (eras.size <= limit) return;
        eras.delete(oldest);
      }
    },
  };
}

/** What all transports of this process know together. */
export const sharedEras: EraCache = /* @__PURE__ */ createEraCache();

/** A server's name in the cache: a query may hold secrets. */
export function serverKey({ origin, pathname }: URL): string {
  return origin + pathname;
}
