import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { isCreateTaskResult } from "../../../generated/2025-11-25/guards.ts";
import type { Subject } from "./client.ts";
import { patient } from "../../runtime/wait.ts";

/** How each tool of the reference server is driven, and what it is to answer. */
export const tools: {
  readonly [name: string]: (subject: Subject) => Promise<void>;
} = {
  async echo({ call }) {
    const { content } = await call("echo", { message: "hello ☃" });
    expect(content).toEqual([{ type: "text", text: "Echo: hello ☃" }]);
    const refused = await call("echo", { message: 5 });
    expect(refused.isError).toBe(true);
  },

  async "get-annotated-message"({ call }) {
    const { content } = await call("get-annotated-message", {
      messageType: "error",
      includeImage: true,
    });
    expect(content).toMatchObject([
      { type: "text", annotations: { priority: 1 } },
      { type: "image", annotations: { audience: ["user"], priority: 0.5 } },
    ]);
  },

  async "get-env"({ call }) {
    const secret = "MCP_GEN_TEST_SECRET";
    expect(process.env[secret]).toBe("secret");
    const { content } = await call("get-env");
    const [block] = content;
    const environment = JSON.parse(block?.type === "text" ? block.text : "");
    expect(environment).toHaveProperty("PATH");
    expect(environment).not.toHaveProperty(secret);
  },

  async "get-resource-links"({ call, client }) {
    const { content } = await call("get-resource-links", { count: 4 });
    const links = content.filter((block) => block.type === "resource_link");
    expect(links).toHaveLength(4);
    for (const { uri } of links) {
      const { contents } = await client.readResource({ uri });
      expect(contents[0]?.uri).toBe(uri);
    }
  },

  async "get-resource-reference"({ call }) {
    for (const [resourceType, key] of [
      ["Text", "text"],
      ["Blob", "blob"],
    ] as const) {
      const { content } = await call("get-resource-reference", {
        resourceType,
        resourceId: 3,
      });
      expect(content[1]).toMatchObject({
        type: "resource",
        resource: { [key]: expect.any(String) },
      });
    }
  },

  async "get-roots-list"({ call, client, asked, heard, roots }) {
    // The server asks some time after the handshake.
    await expect.poll(() => asked.get("roots/list")?.length, patient).toBe(1);
    const first = await call("get-roots-list");
    expect(JSON.stringify(first)).toContain("file:///work");
    roots.push({ uri: "file:///more", name: "more" });
    await client.notify.rootsListChanged();
    await expect
      .poll(() => JSON.stringify(heard.get("notifications/message")), patient)
      .toContain("2 root(s)");
    const second = await call("get-roots-list");
    expect(JSON.stringify(second)).toContain("file:///more");
  },

  async "get-structured-content"({ call }) {
    const { structuredContent } = await call("get-structured-content", {
      location: "Chicago",
    });
    expect(structuredContent).toEqual({
      temperature: 36,
      conditions: "Light rain / drizzle",
      humidity: 82,
    });
  },

  async "get-sum"({ call }) {
    const { content } = await call("get-sum", { a: 2, b: 3.5 });
    expect(JSON.stringify(content)).toContain("5.5");
  },

  async "get-tiny-image"({ call }) {
    const { content } = await call("get-tiny-image");
    const image = content.find((block) => block.type === "image");
    const bytes = Buffer.from(image?.data ?? "", "base64");
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  },

  async "gzip-file-as-resource"({ call, client, heard }) {
    const data = "data:text/plain,a%20file";
    const linked = await call("gzip-file-as-resource", { name: "a.gz", data });
    const [link] = linked.content;
    const uri = link?.type === "resource_link" ? link.uri : "";
    const { contents } = await client.readResource({ uri });
    expect(unzip(contents[0])).toBe("a file");
    await expect
      .poll(
        () => heard.get("notifications/resources/list_changed")?.length,
        patient,
      )
      .toBe(1);
    const whole = await call("gzip-file-as-resource", {
      name: "b.gz",
      data,
      outputType: "resource",
    });
    const [block] = whole.content;
    expect(block?.type === "resource" && unzip(block.resource)).toBe("a file");
  },

  async "toggle-simulated-logging"({ call, client, heard }) {
    const isSimulated = (): boolean =>
      /level.message/.test(
        JSON.stringify(heard.get("notifications/message") ?? []),
      );
    await client.setLevel({ level: "debug" });
    expect(isSimulated()).toBe(false);
    await call("toggle-simulated-logging");
    await expect.poll(isSimulated, patient).toBe(true);
    await call("toggle-simulated-logging");
  },

  async "toggle-subscriber-updates"({ call, client, heard }) {
    const uri = "demo://resource/dynamic/text/1";
    await client.subscribe({ uri });
    await call("toggle-subscriber-updates");
    await expect
      .poll(() => heard.get("notifications/resources/updated"), patient)
      .toContainEqual({ uri });
    await call("toggle-subscriber-updates");
    await client.unsubscribe({ uri });
  },

  async "trigger-elicitation-request"({ call, asked }) {
    const { content } = await call("trigger-elicitation-request");
    expect(JSON.stringify(content)).toContain("- Name: Ada");
    expect(JSON.stringify(content)).toContain("- Favorite Number: 2.5");
    expect(asked.get("elicitation/create")).toHaveLength(1);
  },

  async "trigger-elicitation-request-async"({ call }) {
    const { content } = await call("trigger-elicitation-request-async");
    expect(JSON.stringify(content)).toContain("[COMPLETED]");
    expect(JSON.stringify(content)).toContain("- Name: Ada");
  },

  async "trigger-long-running-operation"({ client }) {
    const told: unknown[] = [];
    const input = { duration: 0.3, steps: 3 };
    const name = "trigger-long-running-operation";
    await client.callTool(
      { name, arguments: input },
      { onProgress: (progress) => told.push(progress) },
    );
    expect(told).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
    const call = client.callTool(
      { name, arguments: { duration: 60, steps: 600 } },
      { signal: AbortSignal.timeout(250), onProgress: () => {} },
    );
    await expect(call).rejects.toMatchObject({ name: "CancelledError" });
  },

  async "trigger-sampling-request"({ call, asked }) {
    const { content } = await call("trigger-sampling-request", {
      prompt: "Six times seven?",
    });
    expect(JSON.stringify(content)).toContain("Forty-two.");
    expect(asked.get("sampling/createMessage")).toMatchObject([
      { systemPrompt: "You are a helpful test server.", maxTokens: 100 },
    ]);
  },

  async "trigger-sampling-request-async"({ call }) {
    const { content } = await call("trigger-sampling-request-async", {
      prompt: "Six times seven?",
    });
    expect(JSON.stringify(content)).toContain("[COMPLETED]");
    expect(JSON.stringify(content)).toContain("Forty-two.");
  },

  async "trigger-url-elicitation"({ call, asked }) {
    const name = "trigger-url-elicitation";
    const url = "https://example.com/consent";
    const { content } = await call(name, { url });
    expect(JSON.stringify(content)).toContain("completed the URL elicitation");
    expect(asked.get("elicitation/create")).toContainEqual(
      expect.objectContaining({ mode: "url", url }),
    );
    await expect(call(name, { url, errorPath: true })).rejects.toMatchObject({
      name: "ProtocolError",
      code: -32042,
      data: { elicitations: [{ mode: "url" }] },
    });
    const retried = await call(name, { url, errorPath: true });
    expect(retried.isError).not.toBe(true);
  },

  async "simulate-research-query"({ client, asked }) {
    const started = await client.callTool({
      name: "simulate-research-query",
      arguments: { topic: "Python", ambiguous: true },
      task: { ttl: 60_000 },
    });
    if (!isCreateTaskResult(started)) throw new Error("no task was started");
    const { taskId } = started.task;
    expect((await client.getTask({ taskId })).status).toBe("working");
    const { tasks } = await client.listTasks();
    expect(tasks.map((task) => task.taskId)).toContain(taskId);
    const report = await client.getTaskPayload({ taskId });
    expect(JSON.stringify(report)).toContain("# Research Report: Python");
    expect(JSON.stringify(asked.get("elicitation/create"))).toContain(
      "Monty Python comedy group",
    );
    expect((await client.getTask({ taskId })).status).toBe("completed");
    const next = await client.callTool({
      name: "simulate-research-query",
      arguments: { topic: "nothing" },
      task: {},
    });
    if (!isCreateTaskResult(next)) throw new Error("no task was started");
    const cancelled = await client.cancelTask({ taskId: next.task.taskId });
    expect(cancelled.status).toBe("cancelled");
  },
};

function unzip(contents: object | undefined): string {
  const blob = contents && "blob" in contents ? String(contents.blob) : "";
  return gunzipSync(Buffer.from(blob, "base64")).toString();
}
