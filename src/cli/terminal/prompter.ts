/** What every question has. Texts may come from strangers: they are escaped before they are shown. */
export interface Question<Answer> {
  message: string;
  /** What an empty answer means. */
  default?: Answer | undefined;
  /** Takes the question back: the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface TextQuestion extends Question<string> {
  /** Says what is wrong with an answer, which is then asked for again. */
  check?(answer: string): string | undefined;
}

/** One of the answers that can be chosen: by its number, its name or its label. */
export interface Choice<Value> {
  value: Value;
  /** What is typed to choose it; without it, the label. */
  name?: string | undefined;
  label: string;
}

export interface SelectQuestion<Value> extends Question<Value> {
  choices: readonly Choice<Value>[];
}

export interface SelectManyQuestion<Value> extends Question<readonly Value[]> {
  choices: readonly Choice<Value>[];
  /** How many at least; 0 without it. */
  min?: number | undefined;
  /** How many at most; all without it. */
  max?: number | undefined;
  /** Whether none is an answer, however many there are to be of them. */
  isOptional?: boolean | undefined;
}

/**
 * Asks a person, in plain lines, one question at a time. What is no answer is told, and
 * asked for again. Each rejects with a `PromptEndError` after Ctrl-C and at the end of input.
 */
export interface Prompter {
  /** A line; "" where nothing was typed and there is no default. */
  text(question: TextQuestion): Promise<string>;
  /** A line that is not shown as it is typed. A default is not shown either. */
  secret(question: TextQuestion): Promise<string>;
  confirm(question: Question<boolean>): Promise<boolean>;
  /** The same, where nothing typed means neither, unless there is a default. */
  confirmOrLeave(question: Question<boolean>): Promise<boolean | undefined>;
  select<Value>(question: SelectQuestion<Value>): Promise<Value>;
  selectMany<Value>(question: SelectManyQuestion<Value>): Promise<Value[]>;
}
