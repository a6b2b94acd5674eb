import type { Lifecycle } from "./echo-messages.ts";

/** How a server answers over HTTP: with JSON, or a stream, which may begin with a priming event. */
export type HttpAnswer = "json" | "stream" | "primed";

/** What is measured over HTTP, each for itself. */
export interface HttpMode {
  readonly lifecycle: Lifecycle;
  readonly answer: HttpAnswer;
}

/** Only a handshake revision has priming events. */
export const httpModes: readonly HttpMode[] = [
  { lifecycle: "handshake", answer: "json" },
  { lifecycle: "handshake", answer: "stream" },
  { lifecycle: "handshake", answer: "primed" },
  { lifecycle: "stateless", answer: "json" },
  { lifecycle: "stateless", answer: "stream" },
];

const answers: Readonly<Record<HttpAnswer, string>> = {
  json: "JSON",
  stream: "event stream",
  primed: "event stream with priming event",
};

export function describeMode({ lifecycle, answer }: HttpMode): string {
  return `${lifecycle}, ${answers[answer]}`;
}
