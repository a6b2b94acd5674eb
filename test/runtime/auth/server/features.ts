import { z } from "zod";
import {
  prompt,
  resource,
  resourceTemplate,
  tool,
} from "../../features/host.ts";
import { all, serverOf, type TestServer } from "../../revisions.ts";
import type { ServerSettings } from "../../../../src/runtime/server/settings.ts";

/** What was done: nothing of what lacks a scope is to be on it. */
export const done: string[] = [];

const note = (what: string): string => {
  done.push(what);
  return what;
};

const text = z.object({ to: z.string() });

/** A feature of each kind: open ones, those with scopes, and those by their arguments. */
export function scopedServer(more: Partial<ServerSettings> = {}): TestServer {
  done.length = 0;
  return serverOf(all, {
    features: [
      tool("open", {}, () => note("open")),
      tool("add", { scopes: ["notes:write", "notes:read"] }, () => note("add")),
      tool("send", { input: text, scopes: ({ to }) => [`send:${to}`] }, () =>
        note("send"),
      ),
      prompt("plain", {}, () => note("plain")),
      prompt(
        "summary",
        {
          scopes: ["prompts:fill"],
          arguments: { style: { complete: ["short", "long"] } },
        },
        () => note("summary"),
      ),
      prompt(
        "letter",
        {
          arguments: { to: { required: true } },
          scopes: async ({ to }) => [`write:${to}`],
        },
        () => note("letter"),
      ),
      resource("note://public", { name: "public" }, () => note("public")),
      resource("note://own", { name: "own", scopes: ["notes:own"] }, () =>
        note("own"),
      ),
      resourceTemplate(
        "note://{id}",
        {
          name: "note",
          scopes: ({ id }) => [`notes:${String(id)}`],
          complete: { id: ["one", "two"] },
        },
        ({ id }) => note(`note ${String(id)}`),
      ),
    ],
    ...more,
  });
}
