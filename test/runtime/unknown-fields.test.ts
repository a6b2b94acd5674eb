import { serveAll } from "../../src/runtime/extension/extension-set.ts";
import { expect, test } from "vitest";
import { createServer } from "../../generated/index.ts";
import * as d2024 from "../../generated/2024-11-05/dispatch.ts";
import * as d2025march from "../../generated/2025-03-26/dispatch.ts";
import * as d2025june from "../../generated/2025-06-18/dispatch.ts";
import * as d2025nov from "../../generated/2025-11-25/dispatch.ts";
import * as d2026 from "../../generated/2026-07-28/dispatch.ts";
import { defineTool } from "../../src/runtime/features/tool.ts";
import { buildServer } from "../../src/runtime/server/create-server.ts";
import type { ServerExtension } from "../../src/runtime/server/extension.ts";
import { serverInfo } from "./revisions.ts";

/** What a server of one revision reports of a tool with these fields. */
function told(
  { serverProtocol: table, serverSends: sends }: typeof d2026,
  fields: object,
  extensions: readonly ServerExtension[] = [],
): string[] {
  const messages: string[] = [];
  const tool = (name: string) => defineTool(name, fields, () => "");
  const server = buildServer(
    [{ table, sends }],
    {
      info: serverInfo,
      features: [tool("one")],
      extensions,
      onError: ({ message }) => messages.push(message),
    },
    () => undefined,
  );
  server.add(tool("two"));
  return messages;
}

const known = {
  title: "One",
  description: "Does one thing",
  annotations: { readOnlyHint: true },
  icons: [{ src: "https://example.com/icon.png" }],
  _meta: { own: 1 },
};

const lacking = [
  [d2026, []],
  [d2025nov, []],
  [d2025june, ["icons"]],
  [d2025march, ["title", "icons", "_meta"]],
  [d2024, ["title", "annotations", "icons", "_meta"]],
] as const;

test.each(lacking)("fields that a revision knows are taken", (one, missing) => {
  expect(told(one as typeof d2026, known)).toEqual(
    missing.map((field) =>
      expect.stringContaining(`tool "one": unknown field "${field}"`),
    ),
  );
});

test("a field that nobody takes is reported once", () => {
  expect(told(d2026, { task: "required", ...known })).toEqual([
    'tool "one": unknown field "task". It is sent to clients unchanged; if it belongs to an extension, add that extension.',
  ]);
});

test("what is listed as it was described is not reported", () => {
  const messages: string[] = [];
  const listed = {
    ...{ name: "one", inputSchema: { type: "object" } },
    execution: { taskSupport: "forbidden" },
  };
  const made = defineTool("one", {}, () => "");
  const feature = { ...made, listed, isDescribed: true };
  createServer({
    info: serverInfo,
    features: [feature],
    onError: ({ message }) => messages.push(message),
  });
  expect(messages).toEqual([]);
});

test("a field that an extension takes is its own", () => {
  const taking: ServerExtension = {
    id: "com.example/fields",
    name: "fields",
    serveAll,
    serve: () => ({ extend: (revision) => revision, toolOptions: ["task"] }),
  };
  expect(told(d2026, { task: "required", mode: 1 }, [taking])).toEqual([
    expect.stringContaining('"mode"'),
  ]);
});
