import type { Result } from "./schema.ts";

export interface AskParams {
  question: string;
}

export interface AskResult extends Result {
  answer: string;
}
