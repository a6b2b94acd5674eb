import type { Message } from "./http.ts";

/** One request that waits for its answer, and what may come before it. */
export interface Expected {
  readonly id: number;
  /** Hears everything that comes for it; throws when that is not its own. */
  take(message: Message): void;
  /** Whether its answer has come. */
  readonly isAnswered: boolean;
  /** The answer; throws while there is none. */
  answer(): Message;
  /** The progress that was told, in order. */
  readonly progress: readonly number[];
}

/**
 * Answers carry the id of their request, come once, and nothing comes behind
 * them; what comes before them carries the token of the call.
 */
export function expected(
  id: number,
  token: string,
  onQuestion: (question: Message) => void = unasked,
): Expected {
  let answer: Message | undefined;
  const progress: number[] = [];
  return {
    id,
    progress,
    take(message) {
      if (answer) throw new Error(`more behind the answer: ${show(message)}`);
      if (message.method === undefined) {
        if (message.id !== id)
          throw new Error(`the answer of another: ${show(message)}`);
        answer = message;
        return;
      }
      if (message.method === "notifications/progress") {
        const {
          progressToken,
          progress: done,
          message: own,
        } = message.params ?? {};
        if (progressToken !== id || own !== token)
          throw new Error(`progress of another: ${show(message)}`);
        progress.push(Number(done));
        return;
      }
      onQuestion(message);
    },
    get isAnswered() {
      return answer !== undefined;
    },
    answer() {
      if (!answer) throw new Error("no answer");
      return answer;
    },
  };
}

/** The text that a tool answered with; throws when it did not. */
export function textOf({ result, error }: Message): string {
  if (!result) throw new Error(`no result: ${show(error)}`);
  // What a tool of the load test answers with.
  const [block] = result["content"] as readonly { readonly text: string }[];
  return block?.text ?? "";
}

export function requireEqual(
  found: unknown,
  wanted: unknown,
  what: string,
): void {
  if (JSON.stringify(found) === JSON.stringify(wanted)) return;
  throw new Error(`${what}: ${show(found)} is not ${show(wanted)}`);
}

function unasked(message: Message): void {
  throw new Error(`nobody asked for it: ${show(message)}`);
}

export function show(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 300);
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
