import { invalidParams } from "../protocol/errors.ts";
import { utf8Length } from "../protocol/weigh.ts";

/** What one client may make a server keep, beside what is in flight. */
export interface Keeping {
  /** Bytes of the client's info and capabilities together, as JSON. */
  readonly maxClientInfoBytes: number;
  /** Bytes of the URI of a subscription. */
  readonly maxUriBytes: number;
  /** Counts so many bytes more; false when they may not be kept. */
  add(bytes: number): boolean;
  /** Counts them out. */
  remove(bytes: number): void;
}

interface KeepingDefaults {
  readonly maxClientInfoBytes: number;
  readonly maxUriBytes: number;
  /** Of one connection, or of one session. */
  readonly maxKeptBytes: number;
}

/** The bounds that hold where nobody sets others, in bytes. */
export const keepingDefaults: KeepingDefaults = {
  maxClientInfoBytes: 16_384,
  maxUriBytes: 8_192,
  maxKeptBytes: 4_194_304,
};

/** The bounds of one connection that has them for itself. */
export function createKeeping(): Keeping {
  const { maxKeptBytes, ...lengths } = keepingDefaults;
  let kept = 0;
  return {
    ...lengths,
    add(bytes) {
      if (kept + bytes > maxKeptBytes) return false;
      kept += bytes;
      return true;
    },
    remove(bytes) {
      kept -= bytes;
    },
  };
}

/** Why a client says too much of itself; undefined when it does not. */
export function clientInfoProblem(
  { clientInfo, capabilities }: Readonly<Record<string, unknown>>,
  { maxClientInfoBytes }: Pick<Keeping, "maxClientInfoBytes">,
): string | undefined {
  const length = utf8Length(JSON.stringify([clientInfo, capabilities]));
  return length > maxClientInfoBytes
    ? `clientInfo and capabilities: at most ${maxClientInfoBytes} bytes, found ${length}`
    : undefined;
}

/** Throws the ProtocolError that refuses a URI which is too long to be kept. */
export function requireShortUri(
  uri: unknown,
  where: string,
  { maxUriBytes }: Pick<Keeping, "maxUriBytes">,
): void {
  // A character has three bytes at most: most need not be counted.
  if (typeof uri !== "string" || 3 * uri.length <= maxUriBytes) return;
  const length = utf8Length(uri);
  if (length > maxUriBytes)
    throw invalidParams(
      `Invalid params: ${where}: at most ${maxUriBytes} bytes, found ${length}`,
    );
}
