import type { Choice, SelectManyQuestion } from "./prompter.ts";

/** What came of a line: an answer, or what is wrong with it. */
export type Read<Answer> = { answer: Answer } | { problem: string };

/** The most choices that are listed, and the most characters of a line. */
const maxChoices = 500;
const maxLine = 500;

/** The choices, a line each, with the numbers that choose them. */
export function choiceLines(choices: readonly Choice<unknown>[]): string[] {
  const lines = choices.slice(0, maxChoices).map(({ name, label }, index) => {
    const shown = name === undefined || name === label ? "" : `${name}: `;
    return cutLine(`  ${index + 1}. ${shown}${label}`);
  });
  const more = choices.length - lines.length;
  return more === 0 ? lines : [...lines, `  and ${more} more`];
}

/** The beginning of a text that has no end. */
export function cutLine(text: string): string {
  return text.length > maxLine ? `${text.slice(0, maxLine)}…` : text;
}

/** The one choice that `line` names. */
export function pickOne<Value>(
  line: string,
  choices: readonly Choice<Value>[],
): Read<Value> {
  if (line === "") return { problem: "Choose one of them." };
  const choice = find(line, choices);
  return choice ? { answer: choice.value } : unknownChoice(line, choices);
}

/** The choices that `line` names, in their own order, each once. */
export function pickMany<Value>(
  line: string,
  {
    choices,
    min = 0,
    max = choices.length,
    isOptional = false,
  }: Pick<SelectManyQuestion<Value>, "choices" | "min" | "max" | "isOptional">,
): Read<Value[]> {
  const chosen = new Set<Choice<Value>>();
  for (const word of wordsOf(line, choices)) {
    const choice = find(word, choices);
    if (!choice) return unknownChoice(word, choices);
    chosen.add(choice);
  }
  if (chosen.size === 0 && isOptional) return { answer: [] };
  if (chosen.size < min) return { problem: `Choose at least ${min}.` };
  if (chosen.size > max) return { problem: `Choose at most ${max}.` };
  const answer = choices
    .filter((choice) => chosen.has(choice))
    .map(({ value }) => value);
  return { answer };
}

/** What shows `value` as an answer. */
export function nameOf<Value>(
  value: Value,
  choices: readonly Choice<Value>[],
): string {
  const index = choices.findIndex((choice) => choice.value === value);
  const choice = choices[index];
  if (!choice) return "";
  return choice.name ?? `${index + 1}`;
}

/** Words stand between commas; between spaces, where no label has one. */
function wordsOf(line: string, choices: readonly Choice<unknown>[]): string[] {
  if (find(line, choices)) return [line];
  if (isNone(line)) return [];
  const words = line.split(",").map((word) => word.trim());
  return words
    .flatMap((word) => (find(word, choices) ? [word] : word.split(/\s+/)))
    .filter((word) => word !== "");
}

function isNone(line: string): boolean {
  return line === "-" || line.toLowerCase() === "none";
}

/** A name goes before a number, because a name may be a number. */
function find<Value>(
  word: string,
  choices: readonly Choice<Value>[],
): Choice<Value> | undefined {
  const typed = word.toLowerCase();
  return (
    choices.find(({ name, label }) => word === (name ?? label)) ??
    choices.find(
      ({ name, label }) =>
        typed === name?.toLowerCase() || typed === label.toLowerCase(),
    ) ??
    (/^[1-9]\d*$/.test(word) ? choices[Number(word) - 1] : undefined)
  );
}

function unknownChoice(
  word: string,
  choices: readonly Choice<unknown>[],
): { problem: string } {
  const numbers = choices.length === 1 ? "1" : `1 to ${choices.length}`;
  return { problem: `"${word}" is none of them. Type a number, ${numbers}.` };
}
