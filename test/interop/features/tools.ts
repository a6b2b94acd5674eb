import { expect } from "vitest";
import type { CallOptions } from "../clients/driver.ts";
import * as offer from "../servers/offer.ts";
import { always, hears, text, watch, type Feature } from "./feature.ts";
import { patient } from "../../runtime/wait.ts";

/** Tools, and what goes on while one runs. */
export const toolFeatures: readonly Feature[] = [
  {
    name: "connect",
    isIn: always,
    async check({ driver, revision }) {
      expect(driver.revision).toBe(revision.id);
      const { name, version, instructions, capabilities } = driver.server;
      expect({ name, version }).toEqual(offer.info);
      expect(instructions).toBe(offer.instructions);
      expect(capabilities).toMatchObject({ tools: {}, resources: {} });
    },
  },
  {
    name: "tools/list",
    isIn: ({ hasRequest }) => hasRequest("tools/list"),
    async check({ driver }) {
      const tools = await driver.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["echo", "fail", "add", "ask-name"]),
      );
      expect(tools.find(({ name }) => name === "echo")).toMatchObject({
        description: "Says it again",
        inputSchema: { type: "object", required: ["message"] },
      });
    },
  },
  {
    name: "tools/call",
    isIn: ({ hasRequest }) => hasRequest("tools/call"),
    async check({ driver }) {
      const message = "smörgåsbord ☃\u2028\n";
      const { content, isError } = await driver.callTool("echo", { message });
      expect(content).toEqual(text(offer.echo(message)));
      expect(isError).not.toBe(true);
    },
  },
  {
    name: "tool error",
    isIn: ({ hasRequest }) => hasRequest("tools/call"),
    async check({ driver }) {
      const { isError, content } = await driver.callTool("fail");
      expect(isError).toBe(true);
      expect(JSON.stringify(content)).toContain(offer.failure);
    },
  },
  {
    name: "structured output",
    isIn: ({ hasProperty }) =>
      hasProperty("CallToolResult", "structuredContent"),
    async check({ driver }) {
      const result = await driver.callTool("add", { a: 2, b: 3 });
      expect(result.structuredContent).toEqual({ sum: 5 });
      const add = (await driver.listTools()).find(({ name }) => name === "add");
      expect(add).toMatchObject({ outputSchema: { type: "object" } });
    },
  },
  {
    name: "progress",
    isIn: ({ hasNotification }) => hasNotification("notifications/progress"),
    async check({ driver }) {
      const count = async (): Promise<unknown[]> => {
        const reports: unknown[] = [];
        const onProgress: CallOptions["onProgress"] = (progress) =>
          reports.push(progress);
        const { content } = await driver.callTool(
          "count",
          { to: 3 },
          { onProgress },
        );
        expect(content).toEqual(text("counted to 3"));
        return reports;
      };
      // A client that stands still for a moment reads report and response at
      // once, and drops the report. No client stands still in every call.
      await expect
        .poll(count, patient)
        .toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
    },
  },
  {
    name: "cancellation",
    isIn: ({ hasNotification }) => hasNotification("notifications/cancelled"),
    async check({ driver }) {
      const controller = new AbortController();
      const call = driver.callTool(
        "wait",
        {},
        {
          signal: controller.signal,
          onProgress: () => controller.abort(new Error("enough")),
        },
      );
      await expect(call).rejects.toThrow(/enough/);
      await expect
        .poll(async () => (await driver.callTool("aborted")).content, patient)
        .toEqual(text("1"));
    },
  },
  {
    name: "log messages",
    isIn: ({ hasNotification }) => hasNotification("notifications/message"),
    async check({ driver, revision }) {
      const isStateless = revision.lifecycle === "stateless";
      if (!isStateless) await driver.setLogLevel("warning");
      const logLevel = isStateless ? ({ logLevel: "warning" } as const) : {};
      await driver.callTool("log", {}, logLevel);
      await hears(driver, "notifications/message", { data: "a failure" });
      expect(
        driver.heard
          .filter(({ method }) => method === "notifications/message")
          .map(({ params }) => Reflect.get(Object(params), "data")),
      ).toEqual(["a warning", "a failure"]);
    },
  },
  {
    name: "tools changed",
    isIn: ({ hasNotification }) =>
      hasNotification("notifications/tools/list_changed"),
    async check({ driver, revision }) {
      const end = await watch(driver, revision, { toolsListChanged: true });
      await driver.callTool("grow", { name: "grown-later" });
      await hears(driver, "notifications/tools/list_changed", {});
      const tools = await driver.listTools();
      expect(tools.map(({ name }) => name)).toContain("grown-later");
      await end();
    },
  },
];
