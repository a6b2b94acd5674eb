import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  isInstalled,
  startNginx,
} from "../runtime/sessions/support/proxies.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
} from "../runtime/sessions/support/redis.ts";
import { startStage, type Stage } from "../runtime/sessions/support/stage.ts";
import { judgeLeg } from "./gate.ts";
import { legs } from "./legs.ts";
import { withOwn } from "./own/index.ts";
import { formatReports } from "./report.ts";
import { readResults } from "./results.ts";
import { runSuite } from "./run-suite.ts";

const canRun = redisMissing === undefined && isInstalled("nginx");

let redis: RedisServer;
let stage: Stage;
let results = "";
beforeAll(async () => {
  if (!canRun) return;
  results = mkdtempSync(path.join(tmpdir(), "mcp-gen-conformance-"));
  redis = await startRedis();
  stage = await startStage({
    program: "conformance",
    count: 4,
    proxy: startNginx,
    redis: { url: redis.url, prefix: "conformance" },
  });
});
afterAll(async () => {
  if (!canRun) return;
  await stage.close();
  await redis.remove();
  rmSync(results, { recursive: true });
});

const repository = path.join(import.meta.dirname, "../..");

// Each request of the suite reaches another process than the one before it.
test.skipIf(!canRun).each(legs.filter(({ side }) => side === "server"))(
  "four processes behind nginx are clean in the official suite: $name",
  async (leg) => {
    const url = stage.url.href;
    const folder = path.join(results, leg.name.replaceAll(" ", "-"));
    const folders = { repository, server: "", client: "" };
    await runSuite(leg, ["--url", url], folder, folders);
    const found = readResults(folder, "server");
    const all = await withOwn(leg.own ?? [], found, url);
    const report = judgeLeg(leg, all);
    expect(report.isClean, formatReports([report])).toBe(true);
  },
);
