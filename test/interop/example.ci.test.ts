import { afterAll, beforeAll, expect, test } from "vitest";
import { teeStdio } from "../support/wire-check/tee.ts";
import { bundle, type Bundle } from "./bundle.ts";
import { createOurDriver } from "./clients/ours.ts";
import { createV1Driver } from "./clients/v1.ts";
import { createV2Driver } from "./clients/v2.ts";

let example: Bundle;
beforeAll(async () => {
  example = await bundle("../../templates/examples/pair/server.ts");
});
afterAll(() => example.remove());

/** What a newcomer copies, with the clients that will come to it. */
test.each([
  ["official v1", () => createV1Driver("2025-06-18")],
  ["official v2", () => createV2Driver("2026-07-28", "stateless")],
  ["our own", createOurDriver],
])("the weather server is used by the %s client", async (_, createDriver) => {
  const args = [example.file];
  const command = teeStdio({ command: process.execPath, args }, "server");
  const driver = createDriver();
  await driver.connect(command);
  expect(driver.server.name).toBe("weather");
  expect(await driver.listTools()).toMatchObject([
    { name: "forecast" },
    { name: "places" },
  ]);
  const oslo = await driver.callTool("forecast", { city: "Oslo" });
  expect(JSON.stringify(oslo.content)).toContain("snow");
  const nowhere = await driver.callTool("forecast", { city: "Nowhere" });
  expect(nowhere.isError).toBe(true);
  const [template] = await driver.listTemplates();
  const uri = template?.uriTemplate.replace("{city}", "Oslo") ?? "";
  expect(JSON.stringify(await driver.readResource(uri))).toContain("snow");
  const packing = await driver.getPrompt("packing", { city: "Oslo" });
  expect(JSON.stringify(packing)).toContain("Oslo");
  await driver.close();
  command.remove();
});
