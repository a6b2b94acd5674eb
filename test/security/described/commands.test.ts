import { expect, test } from "vitest";
import { expectHarmless } from "./harmless.ts";
import { serveHostile } from "./hostile-server.ts";
import { expectPlain, made } from "./made.ts";

test("a tool whose schema nests too deep for a snapshot is left out, and told", async () => {
  let schema: object = {};
  for (let depth = 0; depth < 300; depth++)
    schema = { type: "object", properties: { a: schema } };
  const tools = ["deep", "flat"].map((name) => ({
    name,
    inputSchema: name === "deep" ? schema : { type: "object" },
  }));
  const server = await serveHostile({ "tools/list": () => ({ tools }) });
  const { code, stderr, files } = await made([
    "client",
    server.url,
    "--out",
    "out",
  ]);
  expect(code, stderr).toBe(0);
  expectPlain(stderr);
  expect(stderr).toMatch(/deep.* nests deeper than 400 levels/);
  expectHarmless(files);
});
