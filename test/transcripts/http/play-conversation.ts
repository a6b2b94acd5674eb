import type { Transcript } from "../recording/transcript.ts";
import { wordsOf } from "../server/carriers/lines.ts";
import type { Conversation, Part, Step } from "../server/conversation.ts";
import type { AnyServer, HttpOptions, JsonObject } from "../subject.ts";
import {
  createScriptedClient,
  messageHeaders,
  type ScriptedClient,
} from "./client.ts";
import type { Face, Flow, Header, Sent } from "./flow.ts";
import { mirroring } from "./headers.ts";

export type OpenFace = (
  server: AnyServer,
  options: HttpOptions,
) => Promise<Face>;

/** Plays what a client says, each message a POST, each part with a server of its own. */
export async function playConversation(
  { parts, revision }: Conversation,
  transcript: Transcript,
  open: () => Promise<Face>,
): Promise<void> {
  for (const part of parts) {
    const face = await open();
    await playPart(part, revision, transcript, face);
    await face.close();
  }
}

async function playPart(
  { title, steps }: Part,
  revision: string,
  transcript: Transcript,
  face: Face,
): Promise<void> {
  transcript.part(title);
  const client = createScriptedClient(face, transcript);
  const streams: Flow[] = [];
  const heard: JsonObject[] = [];
  for (const step of steps) {
    transcript.step(step.title);
    const body = wordsOf(step, heard);
    const sent = postOf(body, revision, client, face);
    const found = await exchange(client, client.send(sent), step, streams);
    heard.push(...found.map((text): JsonObject => JSON.parse(text)));
    if (client.session !== undefined && isInitialized(body))
      streams.push(await openStream(client, transcript, revision, face));
  }
  transcript.step("the end");
  if (client.session !== undefined) {
    const headers = sessionHeaders(client, revision, face);
    await client.whole(
      client.send({ method: "DELETE", target: "/mcp", headers }),
    );
  } else for (const stream of streams) stream.leave();
  for (const stream of streams) await client.whole(stream);
}

/** Takes what comes of a step: its own answer, and what is told elsewhere. */
async function exchange(
  client: ScriptedClient,
  flow: Flow,
  { hears = 1, isOpen = false }: Step,
  streams: Flow[],
): Promise<string[]> {
  const own = isOpen
    ? await client.some(flow, hears)
    : await client.whole(flow);
  const left = hears - own.length;
  const rest = left > 0 ? await client.spread(streams, left) : [];
  if (isOpen && flow.end === undefined) streams.push(flow);
  return [...own, ...rest];
}

async function openStream(
  client: ScriptedClient,
  transcript: Transcript,
  revision: string,
  face: Face,
): Promise<Flow> {
  transcript.step("a stream for what the server sends on its own");
  const flow = client.send({
    method: "GET",
    target: "/mcp",
    headers: [
      ["accept", "text/event-stream"],
      ...sessionHeaders(client, revision, face),
    ],
  });
  await client.some(flow, 0);
  return flow;
}

function postOf(
  body: string,
  revision: string,
  client: ScriptedClient,
  face: Face,
): Sent {
  const headers =
    client.session === undefined
      ? [["host", face.host] as const, ...mirroring(parse(body))]
      : sessionHeaders(client, revision, face);
  return {
    method: "POST",
    target: "/mcp",
    headers: [...headers, ...messageHeaders],
    body,
  };
}

function sessionHeaders(
  { session = "" }: ScriptedClient,
  revision: string,
  { host }: Face,
): Header[] {
  return [
    ["host", host],
    ["mcp-session-id", session],
    ["mcp-protocol-version", revision],
  ];
}

function isInitialized(body: string): boolean {
  return body.includes('"notifications/initialized"');
}

function parse(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null
      ? (value as JsonObject)
      : {};
  } catch {
    return {};
  }
}
