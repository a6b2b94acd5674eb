import { diffLines } from "diff";
import { closed } from "./chimeras.ts";
import { one, type Random } from "./numbers.ts";
import type { State } from "./state.ts";

/** What two texts have in common, or what the one has in place of the other's lines. */
interface Piece {
  readonly before: string;
  readonly after: string;
}

/** The pieces of two texts in order; where `before` and `after` differ is a hunk. */
function piecesOf(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  let removed = "";
  let added = "";
  const end = (): void => {
    if (removed + added !== "") pieces.push({ before: removed, after: added });
    removed = added = "";
  };
  for (const { value, added: isAdded, removed: isRemoved } of diffLines(
    before,
    after,
  ))
    if (isAdded) added += value;
    else if (isRemoved) removed += value;
    else {
      end();
      pieces.push({ before: value, after: value });
    }
  end();
  return pieces;
}

/** States between two texts: the hunks up to one, one alone, all but one, or some. */
export function statesBetween(
  before: string,
  after: string,
  count: number,
  random: Random,
): State[] {
  const pieces = piecesOf(before, after);
  const hunks = pieces.filter((piece) => piece.before !== piece.after);
  return Array.from({ length: count }, () => {
    const [name, taken] = someOf(hunks, random);
    const text = pieces
      .map((piece) => piece[taken.has(piece) ? "after" : "before"])
      .join("");
    const others = random() < 0.5 ? [before, after] : [after, before];
    return { name, text: closed(text, others) };
  });
}

function someOf(
  hunks: readonly Piece[],
  random: Random,
): [name: string, taken: ReadonlySet<Piece>] {
  const place = Math.floor(random() * hunks.length);
  const share = random() ** 3;
  const isFew = random() < 0.5;
  const ways: readonly [string, readonly Piece[]][] = [
    [`hunks up to ${place}`, hunks.slice(0, place)],
    [`hunk ${place}`, hunks.slice(place, place + 1)],
    [`all but hunk ${place}`, hunks.filter((_, other) => other !== place)],
    [
      `a share of ${share} of the hunks${isFew ? "" : " missing"}`,
      hunks.filter(() => random() < share === isFew),
    ],
  ];
  const [name, taken] = one(random, ways);
  return [name, new Set(taken)];
}
