import {
  JsonLimitError,
  parseJson,
  type JsonLimits,
} from "../runtime/protocol/validation/parse-json.ts";
import { problem, type Finding, type Problem } from "./message/finding.ts";
import type { Observer } from "./observe/observe.ts";
import { readRecord, type RecordedMessage } from "./message/record.ts";
import {
  byteOrderMark,
  isBlank,
  jsonProblem,
  strayProblem,
} from "./input/text.ts";

/** What has been seen so far. */
export interface ValidatorCounts {
  /** How many lines there were. */
  lines: number;
  /** How many messages were in them. */
  messages: number;
  /** Findings that are errors. */
  errors: number;
  /** How many findings are warnings. */
  warnings: number;
}

/** Judges lines by what they hold, and counts what is found. */
export interface LineJudge {
  read(text: string, line: number, isLast: boolean): Finding[];
  /** What stands in a line has been parsed already. */
  see(recorded: RecordedMessage, line: number): Finding[];
  /** A line that holds no message; without its text, one that may have held any. */
  unreadable(found: Problem, line: number, text?: string): Finding[];
}

export function createLineJudge(
  observer: Observer,
  counts: ValidatorCounts,
  limits: JsonLimits,
): LineJudge {
  function see(recorded: RecordedMessage, line: number): Finding[] {
    const seen = observer.see(recorded);
    counts.messages = observer.messages;
    return seen.length === 0
      ? noFindings
      : seen.map((found) => counted({ line, ...found }));
  }

  function counted(finding: Finding): Finding {
    if (finding.severity === "error") counts.errors++;
    else counts.warnings++;
    return finding;
  }

  function unreadable(found: Problem, line: number, text = "{"): Finding[] {
    // What has no brace has no message.
    if (text.includes("{")) observer.miss();
    return [counted({ line, severity: "error", ...found })];
  }

  function read(text: string, line: number, isLast: boolean): Finding[] {
    if (isBlank(text)) return noFindings;
    const json =
      line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text;
    const stray = strayProblem(json);
    if (stray !== undefined) return unreadable(stray, line, json);
    let value: unknown;
    try {
      value = parseJson(json, limits);
    } catch (error) {
      const found =
        error instanceof JsonLimitError
          ? problem("too-long", `the line ${error.message}`)
          : jsonProblem(error, isLast);
      return unreadable(found, line, json);
    }
    const recorded = readRecord(value);
    return "code" in recorded
      ? unreadable(recorded, line)
      : see(recorded, line);
  }

  return { read, see, unreadable };
}

const noFindings: Finding[] = [];
