import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { conformance } from "./command.ts";
import { legs } from "./legs.ts";

test("A leg that does not exist is an error, not a success", async () => {
  for (const name of ["gateway", "server 2025-03-26, gateway"])
    expect((await conformance(name)).code).toBe(2);
});

test("The client knows no scenario by its name", () => {
  const folder = path.join(import.meta.dirname, "client");
  const text = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join();
  expect(text).toContain("MCP_CONFORMANCE_CONTEXT");
  expect(text).not.toContain("MCP_CONFORMANCE_SCENARIO");
  const names = legs.flatMap(({ refused }) => Object.keys(refused));
  for (const name of [...names, '"auth/', "sse-retry", "tools_call", "test_"])
    expect(text).not.toContain(name);
});
