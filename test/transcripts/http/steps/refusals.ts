import {
  alone,
  callTool,
  initialize,
  notice,
  request,
} from "../../server/messages.ts";
import { mirroring } from "../headers.ts";
import type { Change, Script } from "../stage.ts";

const modern = "2026-07-28";
const call = alone(
  modern,
  1,
  "tools/call",
  callTool("local", { region: "north" }),
);
const headers = Object.fromEntries(mirroring(call));

interface Wrong extends Change {
  readonly title: string;
}

/** What makes a sound call of the stateless lifecycle unsound. */
const wrongCalls: readonly Wrong[] = [
  { title: "nothing is wrong" },
  { title: "another path", target: "/other" },
  { title: "PUT", method: "PUT" },
  { title: "PATCH", method: "PATCH" },
  { title: "HEAD", method: "HEAD", body: "" },
  {
    title: "GET",
    method: "GET",
    body: "",
    headers: { "content-type": undefined },
  },
  { title: "DELETE", method: "DELETE", body: "" },
  { title: "OPTIONS", method: "OPTIONS", body: "" },
  { title: "a foreign host", headers: { host: "evil.example" } },
  { title: "a foreign origin", headers: { origin: "https://evil.example" } },
  {
    title: "an origin of this machine",
    headers: { origin: "http://localhost:5" },
  },
  { title: "no type", headers: { "content-type": undefined } },
  { title: "another type", headers: { "content-type": "text/plain" } },
  {
    title: "a type with a charset",
    headers: { "content-type": "application/json; charset=utf-8" },
  },
  { title: "an encoding", headers: { "content-encoding": "gzip" } },
  { title: "accepts anything", headers: { accept: "*/*" } },
  { title: "accepts JSON alone", headers: { accept: "application/json" } },
  { title: "accepts nothing of use", headers: { accept: "text/html" } },
  { title: "says nothing of what it accepts", headers: { accept: undefined } },
  { title: "no version", headers: { "mcp-protocol-version": undefined } },
  {
    title: "another version",
    headers: { "mcp-protocol-version": "2025-11-25" },
  },
  {
    title: "an unknown version",
    headers: { "mcp-protocol-version": "1999-01-01" },
  },
  { title: "no method", headers: { "mcp-method": undefined } },
  { title: "another method", headers: { "mcp-method": "tools/list" } },
  { title: "no name", headers: { "mcp-name": undefined } },
  { title: "another name", headers: { "mcp-name": "say" } },
  { title: "a name encoded", headers: { "mcp-name": "=?base64?bG9jYWw=?=" } },
  { title: "a name encoded badly", headers: { "mcp-name": "=?base64?%?=" } },
  { title: "no argument", headers: { "mcp-param-region": undefined } },
  { title: "another argument", headers: { "mcp-param-region": "south" } },
  { title: "a session besides", headers: { "mcp-session-id": "none" } },
  { title: "a long header", headers: { "x-long": "x".repeat(300) } },
  { title: "no JSON", body: "{" },
  { title: "nothing", body: "" },
  { title: "deep JSON", body: "[".repeat(40) + "]".repeat(40) },
  { title: "much JSON", body: JSON.stringify("x".repeat(3_000)) },
  { title: "a long batch", body: [call, call, call, call] },
  { title: "a batch", body: [call] },
  { title: "a notification", body: notice("notifications/unheard") },
  {
    title: "a notification of no revision",
    body: notice("notifications/unheard"),
    headers: { "mcp-protocol-version": "1999-01-01" },
  },
  { title: "an answer", body: { jsonrpc: "2.0", id: 1, result: {} } },
  {
    title: "a method of nobody",
    body: alone(modern, 2, "tools/fly"),
    headers: { "mcp-method": "tools/fly", "mcp-name": undefined },
  },
  {
    title: "a revision of nobody",
    body: alone("1999-01-01", 3, "server/discover"),
    headers: {
      "mcp-protocol-version": "1999-01-01",
      "mcp-method": "server/discover",
      "mcp-name": undefined,
    },
  },
];

/** Each thing that is wrong, alone. */
export const refusals: Script = async ({ ask }) => {
  for (const { title, ...change } of wrongCalls)
    await ask(title, change.body ?? call, {
      ...change,
      headers: { ...headers, ...change.headers },
    });
};

const ping = request("ping", "ping");

/** What is wrong with a message of a session. */
const wrongInSession: readonly Wrong[] = [
  { title: "nothing is wrong" },
  { title: "no session", headers: { "mcp-session-id": undefined } },
  { title: "another session", headers: { "mcp-session-id": "none" } },
  { title: "no version", headers: { "mcp-protocol-version": undefined } },
  {
    title: "another version",
    headers: { "mcp-protocol-version": "2025-06-18" },
  },
  {
    title: "an unknown version",
    headers: { "mcp-protocol-version": "1999-01-01" },
  },
  { title: "initialize again", body: initialize("2025-11-25") },
  { title: "a batch", body: [ping] },
  { title: "no message", body: { id: 1 } },
  { title: "an id that is none", body: { ...ping, id: null } },
  { title: "null", body: "null" },
  { title: "no JSON", body: "{" },
  {
    title: "an answer to nothing",
    body: { jsonrpc: "2.0", id: 9, result: {} },
  },
  { title: "accepts nothing of use", headers: { accept: "text/html" } },
];

export const sessionRefusals: Script = async ({ ask, shake, send, client }) => {
  await shake("2025-11-25");
  for (const { title, ...change } of wrongInSession)
    await ask(title, change.body ?? ping, change);
  const get = { method: "GET", headers: { accept: "application/json" } };
  await client.whole(send("a stream that is not accepted", get));
  const sse = { accept: "text/event-stream" };
  await client.whole(
    send("a stream of no session", {
      method: "GET",
      headers: { ...sse, "mcp-session-id": "none" },
    }),
  );
  const standing = send("a stream", { method: "GET", headers: sse });
  await client.some(standing, 0);
  const second = send("a second stream", { method: "GET", headers: sse });
  await client.some(second, 0);
  for (const id of ["nothing", "nowhere.7", "c1.99"])
    await client.whole(
      send(`resumption behind ${id}`, {
        method: "GET",
        headers: { ...sse, "last-event-id": id },
      }),
    );
  await client.whole(send("the end", { method: "DELETE" }));
  await client.whole(standing);
  await client.whole(second);
  await client.whole(send("the end again", { method: "DELETE" }));
  await ask("after the end", ping);
  await ask("a version of nobody for a new session", initialize("2025-11-25"), {
    headers: {
      "mcp-session-id": undefined,
      "mcp-protocol-version": "2026-07-28",
    },
  });
};
