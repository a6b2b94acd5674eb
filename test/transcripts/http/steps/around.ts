import {
  alone,
  answer,
  answers,
  callTool,
  refusal,
  request,
} from "../../server/messages.ts";
import { mirroring } from "../headers.ts";
import type { Script } from "../stage.ts";

const say = alone("2026-07-28", 1, "tools/call", callTool("say"));
const headers = Object.fromEntries(mirroring(say));

/** Pages of other origins. */
export const cors: Script = async ({ ask, send, client }) => {
  const origin = "https://app.example";
  const asks = { "access-control-request-method": "POST" };
  const preflight = (
    title: string,
    more: Record<string, string>,
  ): Promise<unknown> =>
    client.whole(send(title, { method: "OPTIONS", headers: more }));
  await preflight("a preflight", { origin, ...asks });
  await preflight("a preflight for headers", {
    origin,
    ...asks,
    "access-control-request-headers": "x-own, Mcp-Param-Region",
  });
  await preflight("a preflight of another origin", {
    origin: "https://evil.example",
    ...asks,
  });
  await preflight("OPTIONS alone", { origin });
  await ask("a call", say, { headers: { ...headers, origin } });
  await ask("a refusal", say, { headers: { origin } });
  await ask("a call of no page", say, { headers });
};

/** Who is known, and who is not. */
export const authorization: Script = async ({ ask, shake, client, send }) => {
  const as = (name: string): Record<string, string> => ({
    ...headers,
    authorization: `Bearer ${name}`,
  });
  await ask("nobody", say, { headers });
  await ask("somebody", say, { headers: as("ann") });
  await ask("somebody who may not", say, { headers: as("eve") });
  await ask("nobody, with no JSON", "{", { headers });
  await client.whole(
    send("nobody, for a stream", {
      method: "GET",
      headers: { accept: "text/event-stream" },
    }),
  );
  await shake("2025-11-25");
};

/** Another one's session is none. */
export const principals: Script = async ({ ask, post, client, send }) => {
  const init = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "script", version: "0.1" },
  };
  const authorization = "Bearer ann";
  await ask("a session", request("init", "initialize", init), {
    headers: { authorization },
  });
  const session = { "mcp-session-id": client.session };
  await ask("its own", request(1, "ping"), {
    headers: { authorization, ...session },
  });
  await ask("another's", request(2, "ping"), {
    headers: { authorization: "Bearer bob", ...session },
  });
  const asking = alone("2026-07-28", 3, "tools/call", callTool("book"));
  const mirrored = { ...Object.fromEntries(mirroring(asking)), authorization };
  const flow = post("a question", asking, { headers: mirrored });
  const [text = "{}"] = await client.whole(flow);
  const { requestState } = JSON.parse(text).result as { requestState: string };
  const answered = alone("2026-07-28", 4, "tools/call", {
    ...callTool("book"),
    requestState,
    inputResponses: { when: { action: "decline" } },
  });
  await ask("answered by another", answered, {
    headers: { ...mirrored, authorization: "Bearer bob" },
  });
  await client.whole(
    send("the end", {
      method: "DELETE",
      headers: { authorization, ...session },
    }),
  );
};

/** Whether the server takes requests, and how it ends. */
export const closing: Script = async (stage) => {
  const { face, send, client, shake, post, ask } = stage;
  const health = (title: string, method = "GET"): Promise<unknown> =>
    client.whole(send(title, { method, target: "/health" }));
  await health("health");
  await health("health, without a body", "HEAD");
  await health("health of another method", "POST");
  const listen = alone("2026-07-28", 1, "subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
  const listening = post("listen", listen, {
    headers: Object.fromEntries(mirroring(listen)),
  });
  await client.some(listening, 1);
  await shake("2025-11-25");
  const sse = { accept: "text/event-stream" };
  const standing = send("the stream of the session", {
    method: "GET",
    headers: sse,
  });
  await client.some(standing, 0);
  const muse = request(2, "tools/call", callTool("muse"));
  const waiting = post("a call that asks", muse);
  const [asked = "{}"] = await client.some(waiting, 1);
  stage.transcript.step("the server closes");
  const closed = face.close(3_000);
  await client.whole(listening);
  await ask("a call meanwhile", request(3, "ping"));
  await health("health meanwhile");
  const { id } = JSON.parse(asked) as { id: number };
  await ask("the answer", answer(id, answers.where));
  await client.some(waiting, 1);
  await ask("no answer", refusal(id + 1, -1, "no"));
  await client.whole(waiting);
  await client.whole(standing);
  await closed;
};
