import { invalidParams } from "../protocol/errors.ts";
import { utf8Length } from "../protocol/weigh.ts";

/** Memory that one client may use in a server, apart from requests in flight. */
export interface MemoryBudget {
  /** Maximum size of the client's info and capabilities together, in bytes of JSON. */
  readonly maxClientInfoBytes: number;
  /** Maximum size of the URI of a subscription, in bytes. */
  readonly maxUriBytes: number;
  /** Reserves bytes. Returns false if the budget is exhausted. */
  add(bytes: number): boolean;
  /** Releases bytes. */
  remove(bytes: number): void;
}

interface MemoryLimits {
  readonly maxClientInfoBytes: number;
  readonly maxUriBytes: number;
  /** Maximum number of bytes for one connection or session. */
  readonly maxKeptBytes: number;
}

/** Default limits, in bytes. */
export const defaultMemoryLimits: MemoryLimits = {
  maxClientInfoBytes: 16_384,
  maxUriBytes: 8_192,
  maxKeptBytes: 4_194_304,
};

/** Creates the budget of one connection. */
export function createMemoryBudget(): MemoryBudget {
  const { maxKeptBytes, ...lengths } = defaultMemoryLimits;
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

/**
 * Returns the problem if the client's info and capabilities are too long; undefined
 * otherwise.
 */
export function clientInfoIssue(
  { clientInfo, capabilities }: Readonly<Record<string, unknown>>,
  { maxClientInfoBytes }: Pick<MemoryBudget, "maxClientInfoBytes">,
): string | undefined {
  const length = utf8Length(JSON.stringify([clientInfo, capabilities]));
  return length > maxClientInfoBytes
    ? `clientInfo and capabilities: at most ${maxClientInfoBytes} bytes, found ${length}`
    : undefined;
}

/** Throws an invalid-params error for a URI that is too long to store. */
export function assertUriLength(
  uri: unknown,
  where: string,
  { maxUriBytes }: Pick<MemoryBudget, "maxUriBytes">,
): void {
  // A UTF-16 unit has at most three bytes in UTF-8, so most URIs need no count.
  if (typeof uri !== "string" || 3 * uri.length <= maxUriBytes) return;
  const length = utf8Length(uri);
  if (length > maxUriBytes)
    throw invalidParams(
      `Invalid params: ${where}: at most ${maxUriBytes} bytes, found ${length}`,
    );
}
