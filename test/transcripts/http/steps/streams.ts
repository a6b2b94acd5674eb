import { alone, callTool, request, watched } from "../../server/messages.ts";
import { mirroring } from "../headers.ts";
import type { Flow } from "../flow.ts";
import type { Script, Stage } from "../stage.ts";

const sse = { accept: "text/event-stream" };

function idsOf({ body }: Flow): string[] {
  return [...body.matchAll(/^id: (\S+)$/gm)].map(([, id = ""]) => id);
}

/** Comes back for what follows an event of a stream. */
async function resume(
  { send, client }: Stage,
  title: string,
  id: string,
): Promise<void> {
  const headers = { ...sse, "last-event-id": id };
  await client.whole(send(title, { method: "GET", headers }));
}

/** A client that comes back for what it has not got. */
export const resumption =
  (revision: string): Script =>
  async (stage) => {
    const { shake, post, send, client, ask } = stage;
    await shake(revision);
    const count = request(1, "tools/call", callTool("count", {}, watched));
    const whole = post("a stream", count);
    await client.whole(whole);
    for (const [index, id] of idsOf(whole).entries())
      await resume(stage, `behind its event ${index}`, id);
    const standing = send("the stream of the session", {
      method: "GET",
      headers: sse,
    });
    await client.some(standing, 0);
    const touch = request(2, "tools/call", callTool("touch"));
    await ask("changes", touch);
    await client.spread([standing], 2);
    const [first = ""] = idsOf(standing);
    standing.leave();
    await ask("changes that nobody hears", { ...touch, id: 3 });
    const again = send("back for them", {
      method: "GET",
      headers: { ...sse, "last-event-id": first },
    });
    await client.some(again, 3);
    const other = post(
      "a call that asks",
      request(4, "tools/call", callTool("muse")),
    );
    const asked = await client.some(other, 1);
    const { id } = JSON.parse(asked[0] ?? "{}") as { id: number };
    await ask("the answer", { jsonrpc: "2.0", id, result: { roots: [] } });
    await client.some(other, 1);
    await client.whole(send("the end", { method: "DELETE" }));
    await client.whole(again);
    await client.whole(other);
  };

/** A call that lets its client go, which comes back. */
export const polling: Script = async (stage) => {
  const { shake, post, client, ask, send } = stage;
  await shake("2025-11-25");
  const left = post(
    "a call that closes its stream",
    request(1, "tools/call", callTool("poll")),
  );
  await client.whole(left);
  const [id = ""] = idsOf(left);
  const back = send("back for its answer", {
    method: "GET",
    headers: { ...sse, "last-event-id": id },
  });
  await client.some(back, 0);
  await ask(
    "what the call waits for",
    request(2, "tools/call", callTool("release")),
  );
  await client.whole(back);
  await client.whole(send("the end", { method: "DELETE" }));
};

/** A client that closes the connection of a call that stands alone. */
export const leaving: Script = async ({ post, ask, client }) => {
  const of = (id: number, name: string, meta = {}): ReturnType<typeof alone> =>
    alone("2026-07-28", id, "tools/call", callTool(name), { meta });
  const wait = of(1, "wait", watched._meta);
  const headers = Object.fromEntries(mirroring(wait));
  const flow = post("a call that waits", wait, { headers });
  await client.some(flow, 1);
  flow.leave();
  const say = of(2, "say");
  const change = { headers: Object.fromEntries(mirroring(say)) };
  await ask("another call", say, change);
};

/** A server without sessions. */
export const sessionless: Script = async ({ shake, ask, send, client }) => {
  await shake("2025-11-25");
  const { session } = client;
  if (session !== undefined) throw new Error("there is a session");
  await ask("a call", request(1, "tools/call", callTool("say")));
  await ask(
    "progress",
    request(2, "tools/call", callTool("count", {}, watched)),
  );
  await ask("a call that asks", request(3, "tools/call", callTool("ask")));
  await ask(
    "subscribe",
    request(4, "resources/subscribe", { uri: "note://one" }),
  );
  await client.whole(send("a stream", { method: "GET", headers: sse }));
  await client.whole(send("the end", { method: "DELETE" }));
  const headers = { "mcp-protocol-version": "2025-03-26" };
  await ask(
    "a batch",
    [request(5, "ping"), request(6, "tools/call", callTool("say"))],
    { headers },
  );
};

/** A server whose answers are always streams. */
export const streamed: Script = async ({ shake, ask }) => {
  await shake("2025-06-18");
  await ask("a call", request(1, "tools/call", callTool("say")));
  await ask("an error", request(2, "tools/fly"));
  const call = alone("2026-07-28", 3, "tools/call", callTool("say"));
  const headers = {
    ...Object.fromEntries(mirroring(call)),
    "mcp-session-id": undefined,
  };
  await ask("a call that stands alone", call, { headers });
};
