import { createBell } from "../../recording/bell.ts";
import type { Transcript } from "../../recording/transcript.ts";
import type { JsonObject } from "../../subject.ts";
import type { Conversation, Part, Step } from "../conversation.ts";

/** The client's end of a connection that carries one message a line. */
export interface Line {
  write(line: string): void;
  /** Says no more, and resolves when the server has closed it. */
  end(): Promise<void>;
}

/** Opens a connection to a server; `hear` gets each line of the server's. */
export type OpenLine = (hear: (line: string) => void) => Promise<Line>;

/** Plays what a client says, each part on a connection of its own. */
export async function playLines(
  { parts }: Conversation,
  transcript: Transcript,
  open: OpenLine,
): Promise<void> {
  for (const part of parts) await playPart(part, transcript, open);
}

async function playPart(
  { title, steps }: Part,
  transcript: Transcript,
  open: OpenLine,
): Promise<void> {
  transcript.part(title);
  const bell = createBell();
  const came: string[] = [];
  const heard: JsonObject[] = [];
  const line = await open((text) => {
    came.push(text);
    bell.ring();
  });
  for (const step of steps) {
    const { hears = 1 } = step;
    transcript.step(step.title);
    const said = wordsOf(step, heard);
    transcript.sent(said);
    line.write(said);
    await bell.until(
      () => came.length >= hears,
      () => `${title}: ${step.title}: came ${came.join("\n")}`,
    );
    for (const text of came.splice(0, hears)) {
      transcript.came(text);
      heard.push(JSON.parse(text));
    }
  }
  await line.end();
  transcript.step("the end");
  for (const text of came) transcript.came(text);
  transcript.note("closed");
}

/** The text of a step. */
export function wordsOf(
  { say, isRaw }: Step,
  heard: readonly JsonObject[],
): string {
  if (isRaw) return String(say);
  return JSON.stringify(typeof say === "function" ? say(heard) : say);
}
