import type { PatternJudge } from "../../schema/json-schema/index.ts";

/** What features are made with. */
export interface MockSettings {
  readonly seed: number;
  /** One for all schemas, so that all patterns together are judged in bounded time. */
  readonly judgePattern: PatternJudge;
  /** Hears of what is not as it was described. */
  readonly note: (text: string) => void;
}
