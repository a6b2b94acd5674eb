import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectToEverything, type Subject } from "./client.ts";
import type { Way } from "./start.ts";
import { tools } from "./tools.ts";

const ways: readonly Way[] = ["stdio", "streamableHttp", "sse"];

/**
 * The reference server that offers everything the protocol has, driven in full:
 * what it lists is held against what these tests have used.
 */
describe.each(ways)("over %s", (way) => {
  let subject: Subject;
  const used = new Set<string>();

  beforeAll(async () => {
    process.env["MCP_GEN_TEST_SECRET"] = "secret";
    subject = await connectToEverything(way);
  });
  afterAll(async () => {
    delete process.env["MCP_GEN_TEST_SECRET"];
    await subject.close();
  });

  describe("the server", () => {
    test("says who it is and what it can do", () => {
      const { serverInfo, serverCapabilities, instructions } = subject.client;
      expect(serverInfo).toMatchObject({ name: "mcp-servers/everything" });
      expect(serverCapabilities).toMatchObject({
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true },
        logging: {},
        completions: {},
        tasks: { requests: { tools: { call: {} } } },
      });
      expect(instructions).toMatch(/server/i);
    });

    test("is there", async () => {
      expect(await subject.client.ping()).toEqual({});
    });
  });

  describe("the tool", () => {
    test.each(Object.entries(tools))("%s", async (name, drive) => {
      await drive(subject);
      used.add(name);
    });

    test("that was not driven does not exist", async () => {
      const listed = (await subject.client.listTools()).tools;
      expect(listed.map(({ name }) => name).sort()).toEqual([...used].sort());
      expect(listed.length).toBeGreaterThan(15);
    });

    test("that does not exist is an error", async () => {
      const { isError } = await subject.call("no-such-tool");
      expect(isError).toBe(true);
    });
  });

  describe("the resources", () => {
    test("are all read", async () => {
      const { resources } = await subject.client.listResources();
      expect(resources.length).toBeGreaterThan(5);
      for (const { uri, mimeType } of resources) {
        const { contents } = await subject.client.readResource({ uri });
        expect(contents).toMatchObject([{ uri, mimeType }]);
      }
    });

    const templates: [string, string, string][] = [
      ["demo://resource/dynamic/text/{resourceId}", "text", "7"],
      ["demo://resource/dynamic/blob/{resourceId}", "blob", "8"],
    ];

    test.each(templates)("of the template %s", async (uri, key, id) => {
      const address = uri.replace("{resourceId}", id);
      const { contents } = await subject.client.readResource({
        uri: address,
      });
      expect(contents).toMatchObject([
        { uri: address, [key]: expect.any(String) },
      ]);
      const { completion } = await subject.client.complete({
        ref: { type: "ref/resource", uri },
        argument: { name: "resourceId", value: id },
      });
      expect(completion.values).toEqual([id]);
    });

    test("have no other template", async () => {
      const { resourceTemplates } =
        await subject.client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
        templates.map(([uri]) => uri),
      );
    });

    test("that do not exist are an error", async () => {
      const uri = "demo://resource/nothing";
      await expect(subject.client.readResource({ uri })).rejects.toMatchObject({
        name: "ProtocolError",
        code: -32602,
      });
    });
  });

  describe("the prompt", () => {
    const prompts: [string, Record<string, string> | undefined, string][] = [
      ["simple-prompt", undefined, "simple prompt without arguments"],
      [
        "args-prompt",
        { city: "Oslo", state: "Viken" },
        "weather in Oslo, Viken",
      ],
      [
        "completable-prompt",
        { department: "Sales", name: "Eve" },
        "promote Eve to the head of the Sales",
      ],
      [
        "resource-prompt",
        { resourceType: "Text", resourceId: "4" },
        "demo://resource/dynamic/text/4",
      ],
    ];

    test.each(prompts)("%s", async (name, input, wanted) => {
      const { messages } = await subject.client.getPrompt({
        name,
        ...(input && { arguments: input }),
      });
      expect(JSON.stringify(messages)).toContain(wanted);
    });

    test("that was not got does not exist", async () => {
      const listed = (await subject.client.listPrompts()).prompts;
      expect(listed.map(({ name }) => name).sort()).toEqual(
        prompts.map(([name]) => name).sort(),
      );
    });

    test.each<[string, string, string, Record<string, string>, string[]]>([
      ["completable-prompt", "department", "S", {}, ["Sales", "Support"]],
      [
        "completable-prompt",
        "name",
        "",
        { department: "Marketing" },
        ["Grace", "Henry", "Iris"],
      ],
      ["resource-prompt", "resourceType", "T", {}, ["Text"]],
      ["resource-prompt", "resourceId", "12", {}, ["12"]],
    ])("%s completes %s", async (prompt, name, value, given, wanted) => {
      const { completion } = await subject.client.complete({
        ref: { type: "ref/prompt", name: prompt },
        argument: { name, value },
        context: { arguments: given },
      });
      expect(completion.values).toEqual(wanted);
    });

    test("without a required argument is an error", async () => {
      const call = subject.client.getPrompt({ name: "args-prompt" });
      await expect(call).rejects.toMatchObject({ code: -32602 });
    });
  });
});
