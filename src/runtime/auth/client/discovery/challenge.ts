import { defined } from "./read-json.ts";
import { scopeList } from "./scope-list.ts";

/** Challenge of a `WWW-Authenticate` header. */
export interface ReceivedChallenge {
  /** Authentication scheme in lower case. */
  readonly scheme: string;
  /** Token after a scheme without parameters, e.g. of `Negotiate`. */
  readonly token68?: string;
  /**
   * Parameters by name in lower case. The first one counts if a name occurs
   * twice.
   */
  readonly params: ReadonlyMap<string, string>;
}

/** Merged `Bearer` and `DPoP` challenges of a response. */
export interface BearerChallenge {
  /** `DPoP` if the server accepts only DPoP. */
  readonly scheme: "Bearer" | "DPoP";
  /** Error code: `invalid_token`, `insufficient_scope`, … */
  readonly error?: string;
  /** Error text, chosen by the server. */
  readonly errorDescription?: string;
  /** Scopes that the request needs, without invalid ones. */
  readonly scope?: readonly string[];
  /** URL of the protected resource metadata, not validated. */
  readonly resourceMetadata?: string;
  /** Signature algorithms that the server accepts for proofs. */
  readonly algs?: readonly string[];
}

/** Maximum number of characters that are read from a header. */
const longestHeader = 16_384;

/**
 * Parses a `WWW-Authenticate` header; `fetch` joins several headers with
 * commas. Never throws: invalid parts are skipped.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 | RFC 9110,
 * 11.6.1}
 */
export function readChallenges(
  header: string | null | undefined,
): ReceivedChallenge[] {
  const reader = new HeaderReader((header ?? "").slice(0, longestHeader));
  const challenges: OpenChallenge[] = [];
  let current: OpenChallenge | undefined;
  while (reader.next()) {
    const word = reader.take(token);
    if (word === undefined) {
      reader.skip();
      continue;
    }
    if (reader.take(equals) !== undefined) {
      const value = readValue(reader);
      // The first value counts, because a proxy may have added a later one.
      const name = word.toLowerCase();
      if (value !== undefined && current && !current.params.has(name))
        current.params.set(name, value);
      continue;
    }
    current = { scheme: word.toLowerCase(), params: new Map() };
    challenges.push(current);
    const rest = reader.take(token68);
    if (rest !== undefined) current.token68 = rest;
  }
  return challenges;
}

interface OpenChallenge {
  readonly scheme: string;
  token68?: string;
  readonly params: Map<string, string>;
}

/**
 * Returns the `Bearer` or `DPoP` challenge of a header, or undefined if it has
 * neither.
 */
export function bearerChallenge(
  header: string | null | undefined,
): BearerChallenge | undefined {
  const challenges = readChallenges(header).filter(
    ({ scheme }) => scheme === "bearer" || scheme === "dpop",
  );
  if (challenges.length === 0) return undefined;
  const find = (name: string): string | undefined =>
    challenges.map(({ params }) => params.get(name)).find((text) => text);
  const scopes = find("scope");
  const isBearer = challenges.some(({ scheme }) => scheme === "bearer");
  return {
    scheme: isBearer ? "Bearer" : "DPoP",
    ...defined("error", find("error")),
    ...defined("errorDescription", find("error_description")),
    ...defined("scope", scopes === undefined ? undefined : scopeList(scopes)),
    ...defined("resourceMetadata", find("resource_metadata")),
    ...defined("algs", find("algs")?.split(/\s+/)),
  };
}

const separators = /[\s,;]*/y;
const token = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const equals = /[ \t]*=[ \t]*/y;
/**
 * Only matches before a comma or the end. Other text is a parameter name or the
 * next scheme.
 */
const token68 = /[ \t]+([A-Za-z0-9\-._~+/]+=*)(?=[ \t]*(?:,|$))/y;
const quoted = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/y;
/** Unquoted value, because some servers send URLs without quotes. */
const bare = /[^\s,";]+/y;

function readValue(reader: HeaderReader): string | undefined {
  const text = reader.take(quoted);
  if (text !== undefined) return text.replace(/\\([\s\S])/g, "$1");
  // An unterminated quote: ignore the rest of the header.
  if (reader.isAtQuote()) return void reader.end();
  return reader.take(bare);
}

class HeaderReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Skips separators. Returns true if there is more text. */
  next(): boolean {
    this.take(separators);
    return this.#position < this.#text.length;
  }

  isAtQuote(): boolean {
    return this.#text[this.#position] === '"';
  }

  /**
   * Matches a pattern at the current position. Returns the first group, or else
   * the match; undefined (without moving) if it does not match.
   */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.#position = pattern.lastIndex;
    return match[1] ?? match[0];
  }

  /** Skips an unexpected character. */
  skip(): void {
    this.#position++;
  }

  end(): void {
    this.#position = this.#text.length;
  }
}
