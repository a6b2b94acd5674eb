// Built from templates/rules/parse-pattern.ts by `npm run build`: changes made here are lost.

/** Node of a regular expression, with the parts that determine its running time. */
export type PatternNode =
  /** One character. */
  | { readonly kind: "one"; readonly fits: (character: string) => boolean }
  | { readonly kind: "row"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "either"; readonly options: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly part: PatternNode;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    }
  /** Assertion: `^`, `$`, `\b`, `\B`. */
  | { readonly kind: "place"; readonly sign: string }
  /** Lookahead, positive or negative. */
  | {
      readonly kind: "ahead";
      readonly part: PatternNode;
      readonly negated: boolean;
    };

const maxLength = 5_000;

/**
 * Parses the pattern of a schema: a regular expression of JavaScript with the flag `u`, without
 * back-references and lookbehind. Throws a TypeError for anything else.
 */
export function parsePattern(source: string): PatternNode {
  if (source.length > maxLength) throw new TypeError("too long");
  try {
    new RegExp(source, "u");
  } catch {
    throw new TypeError("no regular expression with the flag u");
  }
  let at = 0;
  return either();

  function either(): PatternNode {
    const options = [row()];
    while (take(/\|/y)) options.push(row());
    const [only] = options;
    return only && options.length === 1 ? only : { kind: "either", options };
  }

  function row(): PatternNode {
    const parts: PatternNode[] = [];
    while (at < source.length && !/[|)]/.test(source.charAt(at)))
      parts.push(repeated(atom()));
    return { kind: "row", parts };
  }

  function repeated(part: PatternNode): PatternNode {
    const found = take(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/y);
    if (!found) return part;
    const [, sign, least, comma, most, lazy] = found;
    const min = sign === undefined ? Number(least) : sign === "+" ? 1 : 0;
    const exact = comma === undefined ? min : most ? Number(most) : Infinity;
    const max = sign === undefined ? exact : sign === "?" ? 1 : Infinity;
    return { kind: "repeat", part, min, max, lazy: lazy === "?" };
  }

  function atom(): PatternNode {
    const place = take(/[$^]|\\b/iy);
    if (place) return { kind: "place", sign: place[0] };
    const ahead = take(/\(\?([=!])/y);
    if (ahead)
      return { kind: "ahead", part: group(), negated: ahead[1] === "!" };
    if (take(/\(\?<[=!]/y)) throw new TypeError("it looks back");
    if (take(/\((?:\?:|\?<[^>]+>)?/y)) return group();
    if (take(/\\[1-9k]/y)) throw new TypeError("it refers back");
    const [text] =
      take(
        /\\(?:u\{[^}]+\}|ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]+\}|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/iuy,
      ) ?? "";
    return one(text ?? "");
  }

  function group(): PatternNode {
    const part = either();
    if (!take(/\)/y)) throw new TypeError("a group does not end");
    return part;
  }

  function take(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = at;
    const found = form.exec(source);
    if (!found) return undefined;
    at = form.lastIndex;
    return found;
  }
}

/** Returns the node for a character, an escape or a class. */
function one(text: string): PatternNode {
  if (!/^[.\\[]/.test(text))
    return { kind: "one", fits: (character) => character === text };
  const form = new RegExp(`^${text}$`, "u");
  return { kind: "one", fits: (character) => form.test(character) };
}
