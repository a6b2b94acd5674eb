import type { Transcript } from "../recording/transcript.ts";
import { wordsOf } from "../server/carriers/lines.ts";
import type { Conversation, Part } from "../server/conversation.ts";
import type { JsonObject } from "../subject.ts";
import { createScriptedClient, messageHeaders } from "./client.ts";
import type { Face, Header } from "./flow.ts";

/** Plays what a client says over HTTP with SSE: all answers come on one stream. */
export async function playSse(
  { parts }: Conversation,
  transcript: Transcript,
  open: () => Promise<Face>,
): Promise<void> {
  for (const part of parts) {
    const face = await open();
    await playPart(part, transcript, face);
    await face.close();
  }
}

async function playPart(
  { title, steps }: Part,
  transcript: Transcript,
  face: Face,
): Promise<void> {
  transcript.part(title);
  const client = createScriptedClient(face, transcript);
  const host: Header = ["host", face.host];
  transcript.step("the stream");
  const stream = client.send({
    method: "GET",
    target: "/sse",
    headers: [host, ["accept", "text/event-stream"]],
  });
  await client.some(stream, 1);
  const target = /^data: (\S+)$/m.exec(stream.body)?.[1] ?? "";
  const heard: JsonObject[] = [];
  for (const step of steps) {
    const { hears = 1 } = step;
    transcript.step(step.title);
    const headers = [host, ...messageHeaders];
    const body = wordsOf(step, heard);
    const flow = client.send({ method: "POST", target, headers, body });
    const refused = await client.whole(flow);
    const found =
      refused.length > 0 ? refused : await client.spread([stream], hears);
    heard.push(...found.map((text): JsonObject => JSON.parse(text)));
  }
  transcript.step("the end");
  transcript.note("the client closes the stream");
  stream.leave();
}
