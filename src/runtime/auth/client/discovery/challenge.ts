import { defined } from "./read-json.ts";
import { scopeList } from "./scope-list.ts";

/** One challenge of `WWW-Authenticate`, as it was sent. */
export interface ReceivedChallenge {
  /** In lower case. */
  readonly scheme: string;
  /** What follows the scheme where it has no parameters, as of `Negotiate`. */
  readonly token68?: string;
  /** By their names in lower case; of several with one name the first. */
  readonly params: ReadonlyMap<string, string>;
}

/** What a server asks of who comes with a token: its challenges of `Bearer` and `DPoP` taken together. */
export interface BearerChallenge {
  /** `DPoP` where the server takes nothing else. */
  readonly scheme: "Bearer" | "DPoP";
  /** `invalid_token`, `insufficient_scope`, … */
  readonly error?: string;
  /** Text that the server chose. */
  readonly errorDescription?: string;
  /** What the request needs, without what cannot be a scope. */
  readonly scope?: readonly string[];
  /** The URL of the resource's metadata, not checked yet. */
  readonly resourceMetadata?: string;
  /** The signature algorithms for proofs that the server takes. */
  readonly algs?: readonly string[];
}

/** A header that is longer is read as far as this: in characters. */
const longestHeader = 16_384;

/**
 * Reads a `WWW-Authenticate` header, of which `fetch` joins several with commas.
 * Never throws: what cannot be read is passed over, up to the next thing that can.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 | RFC 9110, 11.6.1}
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
      // The first one counts, as with a server's own: a later one was added.
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

/** What a server asks for by `Bearer` or `DPoP`, or undefined when it names neither. */
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
/** Only what stands alone: otherwise it is the name of a parameter, or another scheme. */
const token68 = /[ \t]+([A-Za-z0-9\-._~+/]+=*)(?=[ \t]*(?:,|$))/y;
const quoted = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/y;
/** Some send URLs and the like without quotes. */
const bare = /[^\s,";]+/y;

function readValue(reader: HeaderReader): string | undefined {
  const text = reader.take(quoted);
  if (text !== undefined) return text.replace(/\\([\s\S])/g, "$1");
  // A quote that never ends: what follows it is no parameter of anybody's.
  if (reader.isAtQuote()) return void reader.end();
  return reader.take(bare);
}

class HeaderReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Passes over what separates; whether there is more. */
  next(): boolean {
    this.take(separators);
    return this.#position < this.#text.length;
  }

  isAtQuote(): boolean {
    return this.#text[this.#position] === '"';
  }

  /** What matches here: its group, if it has one; undefined leaves the reader where it is. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.#position = pattern.lastIndex;
    return match[1] ?? match[0];
  }

  /** Passes over a sign that begins nothing. */
  skip(): void {
    this.#position++;
  }

  end(): void {
    this.#position = this.#text.length;
  }
}
