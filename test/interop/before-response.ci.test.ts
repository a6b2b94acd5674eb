import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, tool } from "../../generated/index.ts";
import { progressGap } from "../../src/runtime/peer/transport.ts";
import {
  createByteStreamTransport,
  type ByteOutput,
} from "../../src/runtime/stdio/byte-stream.ts";
import type { Driver } from "./clients/driver.ts";
import type { Streams } from "./clients/target.ts";
import { createV1Driver } from "./clients/v1.ts";
import { createV2Driver } from "./clients/v2.ts";
import { hears, text, watch } from "./features/feature.ts";
import { newestRevisions, type RevisionModel } from "./revision.ts";

/**
 * A pipe whose reader needs half of `progressGap` to wake up: it reads in one
 * chunk what was written meanwhile. Its timer is always due before a timer of
 * the whole gap, so that a busy machine changes nothing.
 */
function slowPipe(): { readonly output: ByteOutput; input: PassThrough } {
  const input = new PassThrough();
  let unread = "";
  const read = (): void => {
    const chunk = unread;
    unread = "";
    input.write(chunk);
  };
  const output: ByteOutput = {
    write(chunk) {
      if (unread === "") setTimeout(read, progressGap / 2);
      unread += chunk;
      return true;
    },
    end: () => input.end(),
    on() {},
  };
  return { output, input };
}

/** A server whose tools notify and return in the same turn. */
function serveOnStreams(): Streams {
  const server = createServer({
    info: { name: "eager", version: "1.0.0" },
    capabilities: { logging: {} },
    onError() {},
    features: [
      tool("report", {}, (_, context) => {
        for (const at of [1, 2, 3]) context.progress(at);
        return "reported";
      }),
      tool("report-later", {}, async (_, context) => {
        await Promise.resolve();
        context.progress(1);
        return "reported";
      }),
      tool("report-and-fail", {}, (_, context) => {
        context.progress(1);
        throw new Error("failed");
      }),
      tool("log", {}, (_, context) => {
        context.log("warning", "logged");
        return "logged";
      }),
      tool("grow", {}, () => {
        server.add(tool("grown", {}, () => "grown"));
        return "grown";
      }),
    ],
  });
  const { input, output } = slowPipe();
  const requests = new PassThrough();
  server.connect(createByteStreamTransport(requests, output));
  return { input, output: requests };
}

const columns = newestRevisions().flatMap((revision) => {
  const { id, lifecycle } = revision;
  const v2 = {
    name: `v2 ${id}`,
    revision,
    create: () => createV2Driver(id, lifecycle),
  };
  if (lifecycle === "stateless") return [v2];
  return [{ name: `v1 ${id}`, revision, create: () => createV1Driver(id) }, v2];
});

describe.each(columns)(
  "official client $name hears immediately before the response",
  ({ revision, create }) => {
    let driver: Driver;
    beforeAll(async () => {
      driver = create();
      await driver.connect(serveOnStreams());
    });
    afterAll(() => driver.close());

    test.each([
      ["report", [1, 2, 3]],
      ["report-later", [1]],
      ["report-and-fail", [1]],
    ])("progress of the tool %s", async (name, wanted) => {
      const reports: number[] = [];
      const onProgress = ({ progress }: { progress: number }): void =>
        void reports.push(progress);
      await driver.callTool(name, {}, { onProgress });
      expect(reports).toEqual(wanted);
      expect(driver.errors).toEqual([]);
    });

    test("a log message", async () => {
      await callWithLog(driver, revision);
      expect(driver.heard).toContainEqual(
        expect.objectContaining({
          method: "notifications/message",
          params: expect.objectContaining({ data: "logged" }),
        }),
      );
    });

    test("a change of the tools", async () => {
      const end = await watch(driver, revision, { toolsListChanged: true });
      const { content } = await driver.callTool("grow");
      expect(content).toEqual(text("grown"));
      await hears(driver, "notifications/tools/list_changed", {});
      await end();
    });
  },
);

async function callWithLog(
  driver: Driver,
  { lifecycle }: RevisionModel,
): Promise<void> {
  if (lifecycle === "handshake") {
    await driver.setLogLevel("warning");
    await driver.callTool("log");
  } else await driver.callTool("log", {}, { logLevel: "warning" });
}
