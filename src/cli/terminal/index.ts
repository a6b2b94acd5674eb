export { createPrompter } from "./create-prompter.ts";
export type { Terminal } from "./line-reader.ts";
export { PromptEndError } from "./prompt-end.ts";
export type {
  Choice,
  Prompter,
  Question,
  SelectManyQuestion,
  SelectQuestion,
  TextQuestion,
} from "./prompter.ts";
