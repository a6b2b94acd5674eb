import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { outline, outlineOf } from "./picture/draw.ts";
import { picture } from "./picture/main.ts";
import { processes } from "./picture/processes.ts";
import { traceOf } from "./picture/run.ts";

test("the picture of a trace shows what processes tell: npm run trace-picture", async () => {
  const spans = await traceOf(processes);
  expect(outlineOf(readFileSync(picture, "utf8"))).toEqual(outline(spans));
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(outline(spans)).toEqual([
    "client client 0 tools/call order",
    "server server 1 tools/call order",
    "server client 2 elicitation/create",
    "client server 3 elicitation/create",
    "server internal 2 write the order",
  ]);
});
