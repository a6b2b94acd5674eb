import type { Cache } from "./cache.ts";

/** An answer that says how to ask whether it has changed. */
export interface Remembered {
  readonly etag: string;
  readonly value: string;
}

// Longer ones are none that a server gives out.
const maxLength = 512;

/** What was answered to this request, if that is known. */
export function remembered(cache: Cache, key: string): Remembered | undefined {
  const text = cache.get(`answer ${key}`)?.toString();
  const at = text?.indexOf("\n") ?? -1;
  if (text === undefined || at < 0) return undefined;
  return { etag: text.slice(0, at), value: text.slice(at + 1) };
}

/** Keeps what was answered; not without an ETag, as nobody could ask whether it has changed. */
export function remember(
  cache: Cache,
  key: string,
  etag: string | undefined,
  value: string,
): void {
  if (etag === undefined || etag.length > maxLength) return;
  cache.set(`answer ${key}`, `${etag}\n${value}`);
}
