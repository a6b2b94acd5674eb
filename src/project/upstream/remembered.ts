import type { Cache } from "./cache.ts";

/** An answer, and how to ask whether it has changed. */
export interface Remembered {
  readonly etag: string;
  readonly value: Buffer;
}

// Longer ones are none that a server gives out.
const maxLength = 512;

/** What was answered to this request, if that is known. */
export function remembered(cache: Cache, key: string): Remembered | undefined {
  const entry = cache.get(`answer ${key}`);
  const at = entry?.indexOf("\n") ?? -1;
  if (entry === undefined || at < 0) return undefined;
  return {
    etag: entry.toString("latin1", 0, at),
    value: entry.subarray(at + 1),
  };
}

/** Keeps what was answered; not without an ETag, as nobody could ask whether it has changed. */
export function remember(
  cache: Cache,
  key: string,
  etag: string | undefined,
  value: Uint8Array | string,
): void {
  if (etag === undefined || etag.length > maxLength) return;
  const head = Buffer.from(`${etag}\n`, "latin1");
  cache.set(`answer ${key}`, Buffer.concat([head, Buffer.from(value)]));
}
