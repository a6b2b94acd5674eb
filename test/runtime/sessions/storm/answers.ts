import type { Answer, Exchange, Message } from "../../../lab/load/http.ts";
import type { Asked } from "../../../lab/load/clients/client.ts";
import { show } from "../../../lab/load/expected.ts";
import { NoResult } from "./sea.ts";

/** What says that the process of a call has ended. */
const ofTheDead = /process .*ended/i;

/** What says that the store cannot be reached. */
const ofTheAway = /is away|store/i;

/** Throws for a status that is none of an answer: why there is no result, or that it is wrong. */
export function requireAnswer(token: string, answer: Answer): void {
  const { status, headers, text = "" } = answer;
  if (status === 200 || status === 202) return;
  if (status === 502) throw new NoResult(token, "502", "the proxy's page");
  if (status === 503 && headers["retry-after"] && ofTheAway.test(text))
    throw new NoResult(token, "away", text);
  throw new Error(`status ${status}: ${text}`);
}

/** The result of a message; throws a NoResult where an error says that a process ended. */
export function requireResult(token: string, message: Message): Message {
  const { error } = message;
  if (!error) return message;
  if (ofTheDead.test(error.message))
    throw new NoResult(token, "told", error.message);
  if (ofTheAway.test(error.message))
    throw new NoResult(token, "away", error.message);
  throw new Error(`an error: ${show(error)}`);
}

/** The answer to a request that stands alone. */
export async function lone(asked: Asked, token: string): Promise<Message> {
  requireAnswer(token, await asked.exchange.began);
  const how = await asked.exchange.over;
  asked.check();
  if (asked.expected.isAnswered)
    return requireResult(token, asked.expected.answer());
  if (how === "cut") throw new NoResult(token, "cut", "no end of the answer");
  throw new Error("the answer is whole, and has no answer");
}

/** Sends what may be sent again until it is taken; throws for a status that says no. */
export async function untilTaken(
  send: () => Exchange,
  isTaken: (status: number) => boolean,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const { began, over } = send();
    const answer = await began;
    if (isTaken(answer.status)) {
      await over;
      return answer;
    }
    const isPassing = answer.status === 502 || answer.status === 503;
    if (!isPassing || attempt === 60)
      throw new Error(`status ${answer.status}: ${answer.text ?? ""}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
