import { requireThere } from "../support/expect.ts";
import type {
  StreamFacts,
  StreamReader,
  StreamStore,
} from "../../runtime/sessions/stream-store.ts";
import { freshName } from "./sample-session.ts";

/** Returns a new stream with the given properties. */
export function sampleStream(given: Partial<StreamFacts> = {}): StreamFacts {
  const session = given.session ?? `${freshName()}.`;
  return {
    stream: `${session}p1c1`,
    session,
    principal: "alice",
    client: "principal alice",
    process: "p1",
    requests: [7, "seven"],
    needs: ["files:read"],
    ...given,
  };
}

export const someReader: StreamReader = { process: "p2", id: "r1" };
export const otherReader: StreamReader = { process: "p3", id: "r1" };

/** Event texts that are hard to store. */
export const awkwardTexts: readonly string[] = [
  '{"jsonrpc":"2.0","method":"a"}',
  "",
  "two\nlines\r\nand a tab\t",
  'quotes " and \\ and {braces} and %s $1 :0',
  "caf\u00e9 \u8336 \u{1f375} \u2028\u0000",
  "0",
  "x".repeat(20_000),
];

/** Appends events one after the other. */
export async function appendAll(
  store: StreamStore,
  stream: string,
  texts: readonly string[],
): Promise<void> {
  for (const data of texts)
    requireThere(
      "an event of a stream that has begun is kept",
      await store.append(stream, { data }),
    );
}

/** Reads all events after a position, page by page. */
export async function readAll(
  store: StreamStore,
  { stream, principal }: StreamFacts,
  after: number = 0,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let place = after; ;) {
    const page = requireThere(
      "what is kept can be read",
      await store.read(stream, principal, place, 65_536),
    );
    for (const { sequence, data } of page.events) {
      if (sequence !== place + 1)
        throw new Error(
          `events come in their order and without a gap: ${sequence} came behind ${place}`,
        );
      place = sequence;
      texts.push(data);
    }
    if (page.events.length === 0) return texts;
  }
}
