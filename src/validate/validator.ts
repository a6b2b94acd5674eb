import type { Protocol } from "../schema/model/index.ts";
import {
  clientJsonLimits,
  resolveLimits,
} from "../runtime/protocol/validation/parse-json.ts";
import type { Finding } from "./message/finding.ts";
import { importCode } from "./judge/dispatch.ts";
import { createJudge } from "./judge/judge.ts";
import { createLineReader, partsOf } from "./input/lines.ts";
import { createObserver, type Judges } from "./observe/observe.ts";
import { createLineJudge, type ValidatorCounts } from "./line-judge.ts";
import type { RecordedMessage } from "./message/record.ts";
import { cutOff, isLonger, notUtf8, tooLong } from "./input/text.ts";
import { until } from "./input/until.ts";

/** How much is kept of traffic of any length. */
export interface ValidatorLimits {
  /**
   * The longest line, in bytes.
   *
   * @default 33_554_432 (32 MiB)
   */
  readonly lineLimit?: number;
  /**
   * The deepest nesting of objects and arrays in a line. A deeper one is not
   * parsed.
   *
   * @default 256
   */
  readonly maxDepth?: number;
  /**
   * The most values in a line: objects, arrays, strings, numbers, booleans and
   * nulls. A line with more is not parsed.
   *
   * @default 250_000
   */
  readonly maxValues?: number;
  /**
   * How many ids of requests to remember, of each side: the last ones, and those
   * that still wait among them.
   *
   * @default 16_384
   */
  readonly requestLimit?: number;
  /**
   * How many named sessions to remember: the last ones.
   *
   * @default 4_096
   */
  readonly sessionLimit?: number;
}

/** Judges traffic as it comes, with what it remembers bounded. */
export interface Validator {
  /** The ids of the revisions that the traffic may speak, the newest first. */
  readonly revisions: readonly string[];
  /** What was seen so far. */
  readonly counts: Readonly<ValidatorCounts>;
  /** Reads one line of JSON. */
  line(text: string): Finding[];
  /** Sees one message or batch that has been parsed; it counts as a line. */
  message(recorded: RecordedMessage): Finding[];
  /**
   * Reads newline-delimited JSON to its end, and tells of each line when it is read.
   * Bytes may be cut anywhere, text not within a character. The signal ends the input
   * after its last whole line.
   */
  findings(
    chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
    signal?: AbortSignal,
  ): AsyncGenerator<Finding, void, undefined>;
}

/** A protocol, and other names that traffic may call it by. */
export interface SpokenProtocol {
  readonly protocol: Protocol;
  readonly aliases?: readonly string[];
}

/** Makes a validator of protocols, the newest first; at least one. */
export async function createProtocolValidator(
  spoken: readonly SpokenProtocol[],
  limits: ValidatorLimits = {},
): Promise<Validator> {
  const {
    lineLimit = 32 * 1024 * 1024,
    requestLimit = 16_384,
    sessionLimit = 4096,
  } = limits;
  const judges = await judgesOf(spoken);
  const observer = createObserver(judges, {
    requests: requestLimit,
    sessions: sessionLimit,
  });
  const counts = { lines: 0, messages: 0, errors: 0, warnings: 0 };
  const { see, unreadable, read } = createLineJudge(
    observer,
    counts,
    resolveLimits(limits, clientJsonLimits),
  );

  async function* findings(
    chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
    signal?: AbortSignal,
  ): AsyncGenerator<Finding, void, undefined> {
    const before = counts.lines;
    let found: Finding[] = [];
    const add = (more: readonly Finding[], number: number): void => {
      counts.lines = before + number;
      if (more.length > 0) found.push(...more);
    };
    const lines = createLineReader(lineLimit, {
      line: (text, number, isLast) => add(read(text, number, isLast), number),
      tooLong: (number) => add(unreadable(tooLong(lineLimit), number), number),
      notUtf8: (number) => add(unreadable(notUtf8, number), number),
      cutOff: (number) => add(unreadable(cutOff, number), number),
    });
    const input = signal === undefined ? chunks : until(chunks, signal);
    for await (const chunk of input) {
      for (const part of partsOf(chunk)) {
        lines.push(part);
        if (found.length === 0) continue;
        yield* found;
        found = [];
      }
    }
    // What has come of a line since is none yet.
    if (signal?.aborted !== true) lines.end();
    yield* found;
  }

  return {
    revisions: judges.all.map(({ revision }) => revision),
    counts,
    line(text) {
      const line = ++counts.lines;
      return isLonger(text, lineLimit)
        ? unreadable(tooLong(lineLimit), line)
        : read(text, line, false);
    },
    message: (recorded) => see(recorded, ++counts.lines),
    findings,
  };
}

async function judgesOf(spoken: readonly SpokenProtocol[]): Promise<Judges> {
  const judges = await Promise.all(
    spoken.map(async ({ protocol, aliases = [] }) => {
      const judge = createJudge(protocol, await importCode(protocol));
      return { judge, revision: protocol.revision, aliases };
    }),
  );
  const byName = new Map(judges.map((one) => [one.revision, one.judge]));
  // An alias is no name that another has for itself, and the newest has it first.
  for (const { judge, aliases } of judges)
    for (const alias of aliases)
      if (!byName.has(alias)) byName.set(alias, judge);
  return { all: judges.map(({ judge }) => judge), byName };
}
