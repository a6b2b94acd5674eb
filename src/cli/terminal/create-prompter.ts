import { escapeControls } from "../../base/diagnostics/escape.ts";
import {
  choiceLines,
  cutLine,
  nameOf,
  pickMany,
  pickOne,
  type Read,
} from "./choice.ts";
import {
  createLineReader,
  type LineOptions,
  type Terminal,
} from "./line-reader.ts";
import type {
  Prompter,
  Question,
  SelectManyQuestion,
  SelectQuestion,
  TextQuestion,
} from "./prompter.ts";

/** A question as lines: what is shown before the prompt, and how a line is read. */
interface Asked<Answer> extends LineOptions {
  before?: readonly string[];
  prompt: string;
  read(line: string): Read<Answer>;
}

/** Asks at a terminal. Nothing is read, and nothing loaded, before the first question. */
export function createPrompter(terminal: Terminal): Prompter {
  const readLine = createLineReader(terminal);
  const say = (line: string): void =>
    void terminal.output.write(`${escapeControls(line)}\n`);
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: two questions at once would share a line. */
  function inTurn<Answer>(asked: Asked<Answer>): Promise<Answer> {
    const turn = last.then(() => ask(asked));
    last = turn.catch(() => undefined);
    return turn;
  }

  async function ask<Answer>(asked: Asked<Answer>): Promise<Answer> {
    asked.signal?.throwIfAborted();
    for (const line of asked.before ?? []) say(line);
    for (;;) {
      const line = await readLine(escapeControls(asked.prompt), asked);
      const read = asked.read(line);
      if ("answer" in read) return read.answer;
      say(read.problem);
    }
  }

  return {
    text: (question) => inTurn(textOf(question, false)),
    secret: (question) => inTurn(textOf(question, true)),
    confirm: (question) => inTurn(confirmOf(question)),
    confirmOrLeave: (question) =>
      inTurn(leaveOr(confirmOf(question), question)),
    select: (question) => inTurn(selectOf(question)),
    selectMany: (question) => inTurn(selectManyOf(question)),
  };
}

function textOf(
  { message, default: preset, signal, check }: TextQuestion,
  isSecret: boolean,
): Asked<string> {
  const lines = message.split("\n");
  const last = lines.pop() ?? "";
  const shown = isSecret && preset ? "unchanged" : (preset ?? "");
  const end = shown === "" && /[?:]$/.test(last) ? " " : ": ";
  return {
    isSecret,
    signal,
    before: lines,
    prompt: `${last}${inBrackets(shown)}${end}`,
    read: (line) => {
      const answer = line === "" ? (preset ?? "") : line;
      const problem = check?.(answer);
      return problem === undefined ? { answer } : { problem };
    },
  };
}

function selectOf<Value>({
  message,
  choices,
  default: preset,
  signal,
}: SelectQuestion<Value>): Asked<Value> {
  const shown = preset === undefined ? "" : nameOf(preset, choices);
  return {
    isSecret: false,
    signal,
    before: [message, ...choiceLines(choices)],
    prompt: `Number or name${inBrackets(shown)}: `,
    read: (line) => {
      const typed = line.trim();
      return typed === "" && preset !== undefined
        ? { answer: preset }
        : pickOne(typed, choices);
    },
  };
}

function selectManyOf<Value>(
  question: SelectManyQuestion<Value>,
): Asked<Value[]> {
  const { message, choices, default: preset, signal } = question;
  const names = preset?.map((value) => nameOf(value, choices)).join(",");
  return {
    isSecret: false,
    signal,
    before: [message, ...choiceLines(choices)],
    prompt: `Numbers or names, with commas${inBrackets(names === "" ? "none" : (names ?? ""))}: `,
    read: (line) => {
      const typed = line.trim();
      return typed === "" && preset
        ? { answer: [...preset] }
        : pickMany(typed, question);
    },
  };
}

function confirmOf({
  message,
  default: preset,
  signal,
}: Question<boolean>): Asked<boolean> {
  const keys = preset === undefined ? "y/n" : preset ? "Y/n" : "y/N";
  return {
    isSecret: false,
    signal,
    prompt: `${message} (${keys}) `,
    read: (line) => {
      const typed = line.trim();
      if (typed === "" && preset !== undefined) return { answer: preset };
      if (/^(y|yes|true)$/i.test(typed)) return { answer: true };
      if (/^(n|no|false)$/i.test(typed)) return { answer: false };
      return { problem: "Answer y or n." };
    },
  };
}

/** Nothing typed is an answer too, where no default stands for it. */
function leaveOr<Answer>(
  asked: Asked<Answer>,
  question: Question<Answer>,
): Asked<Answer | undefined> {
  return {
    ...asked,
    read: (line) =>
      line.trim() === "" && question.default === undefined
        ? { answer: undefined }
        : asked.read(line),
  };
}

function inBrackets(text: string): string {
  return text === "" ? "" : ` (${cutLine(text)})`;
}
