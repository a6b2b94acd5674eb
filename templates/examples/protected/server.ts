// Notes that nobody gets without a token of the authorization server.
import * as z from "zod";
import { createServer, tool } from "@mcp-gen/runtime";
import { jwt, type TokenInfo } from "@mcp-gen/runtime/auth/jwt";
import { protect } from "@mcp-gen/runtime/auth/server";
import { listen } from "@mcp-gen/runtime/http-node";

declare module "@mcp-gen/runtime" {
  interface Register {
    auth: TokenInfo | undefined;
  }
}

const issuer = process.env["ISSUER"] ?? "http://127.0.0.1:9000";
const port = Number(process.env["PORT"] ?? 3000);

const notes = new Map<string, string[]>(); // by whose they are

const listNotes = tool(
  "list_notes",
  { description: "Lists your notes", annotations: { readOnlyHint: true } },
  (_, { principal = "", auth }) => {
    const own = notes.get(principal) ?? [];
    return `Notes of ${auth?.subject}: ${own.join(", ") || "none"}`;
  },
);

const addNote = tool(
  "add_note",
  {
    description: "Adds a note to yours",
    input: z.object({ text: z.string() }),
    scopes: ["notes:write"], // beyond what every request needs
  },
  ({ text }, { principal = "" }) => {
    const own = [...(notes.get(principal) ?? []), text];
    notes.set(principal, own);
    return `You have ${own.length} now.`;
  },
);

const server = createServer({
  info: { name: "protected-notes", version: "1.0.0" },
  features: [listNotes, addNote],
});

const running = await listen(server, {
  port,
  authorize: protect({
    resource: `http://127.0.0.1:${port}/mcp`, // this server, as clients know it
    authorizationServers: [issuer],
    verify: jwt({ issuer, allowLoopback: true }), // http: on this machine alone
    scopes: ["notes:read"], // of every request
  }),
});
console.log(`Listening on ${running.url}`);

const close = () => void running.close();
process.once("SIGINT", close).once("SIGTERM", close);
