import { describe, expect, test } from "vitest";
import * as all from "../../generated/index.ts";

const info = { name: "test", version: "1" };
type Revision = (typeof all.revisions)[number];

/** What a client of a revision is told, and what is reported, of what handlers throw. */
async function throwing(revision: Revision, thrown: unknown) {
  const reported: Error[] = [];
  const fail = (): never => {
    throw thrown;
  };
  const server = all.createServer({
    info,
    features: [
      all.tool("fails", { description: "Fails" }, fail),
      all.tool("later", {}, () => Promise.reject(thrown)),
      all.prompt("fails", {}, fail),
      all.resource("test://fails", { name: "fails" }, fail),
      all.resourceTemplate("test://of/{name}", { name: "of" }, fail),
    ],
    methods: { "acme/fails": fail },
    onError: (error) => reported.push(error),
  });
  const client = all.createClient({ info, revisions: [revision] });
  await all.connect(server, client);
  const told = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      (result) => result,
      (error: unknown) => error,
    );
  const asked = {
    tool: await told(client.callTool({ name: "fails" })),
    later: await told(client.callTool({ name: "later" })),
    prompt: await told(client.getPrompt({ name: "fails" })),
    resource: await told(client.readResource({ uri: "test://fails" })),
    template: await told(client.readResource({ uri: "test://of/a" })),
    unknown: await told(client.readResource({ uri: "test://none" })),
  };
  await client.close();
  return { ...asked, reported };
}

describe.each(all.revisions)("in %s", (revision) => {
  const isNewest = revision === "2026-07-28";
  const noResource = isNewest ? -32602 : -32002;

  test("what is not there has the code of the revision, from any feature", async () => {
    const told = await throwing(revision, new all.NotFoundError("No such one"));
    const message = "No such one";
    const plain = { code: -32602, message, data: undefined };
    expect(told.tool).toMatchObject(plain);
    expect(told.later).toMatchObject(plain);
    expect(told.prompt).toMatchObject(plain);
    expect(told.resource).toMatchObject({
      code: noResource,
      message,
      data: { uri: "test://fails" },
    });
    expect(told.template).toMatchObject({
      code: noResource,
      data: { uri: "test://of/a" },
    });
    expect(told.unknown).toMatchObject({ code: noResource });
    expect(told.reported).toEqual([]);
  });

  test("it says what it is, and holds what it is given", async () => {
    const given = new all.NotFoundError(undefined, { hint: 1 });
    const told = await throwing(revision, given);
    expect(told.resource).toMatchObject({
      code: noResource,
      message: "Not found",
      data: { hint: 1 },
    });
    expect(told.prompt).toMatchObject({ code: -32602, data: { hint: 1 } });
    expect(given).toBeInstanceOf(all.ProtocolError);
  });

  test.each([
    // Implementations chose from these before the protocol took them.
    [-32000, isNewest ? -32603 : -32000],
    [-32002, isNewest ? -32602 : -32002],
    [-32019, isNewest ? -32603 : -32019],
    [-32050, isNewest ? -32603 : -32050],
    // Those of one revision say nothing in another.
    [-32042, isNewest ? -32603 : revision === "2025-11-25" ? -32042 : -32600],
    [-32020, isNewest ? -32020 : -32600],
    [-32021, isNewest ? -32021 : -32600],
    // JSON-RPC's own, and what it keeps.
    [-32603, -32603],
    [-32600, -32600],
    [-32100, -32603],
    [-32768, -32603],
    // Anybody's.
    [-31999, -31999],
    [-32769, -32769],
    [-1, -1],
    [429, 429],
  ])("a thrown %i is sent as %i", async (code, sent) => {
    const error = new all.ProtocolError(code, "Because", { why: [1] });
    const told = await throwing(revision, error);
    for (const one of [told.tool, told.later, told.prompt, told.resource])
      expect(one).toMatchObject({
        code: sent,
        message: "Because",
        data: { why: [1] },
      });
    expect(told.reported).toEqual([]);
  });

  test("a failure that a tool expects is for the model, and reported to nobody", async () => {
    const message = "No such city\nTry Oslo";
    const told = await throwing(revision, new all.ToolError(message));
    const failure = {
      content: [{ type: "text", text: message }],
      isError: true,
    };
    expect(told.tool).toMatchObject(failure);
    expect(told.later).toMatchObject(failure);
    // Elsewhere it is as unexpected as any error.
    expect(told.prompt).toMatchObject({ code: -32603 });
    expect(told.reported).toHaveLength(3);
  });

  test("handlers of one's own throw the same", async () => {
    const reported: Error[] = [];
    class Missing extends all.ToolError {}
    const server = all.createServer({
      info,
      handlers: {
        readResource() {
          throw new all.NotFoundError();
        },
        callTool: async ({ name }) => {
          if (name === "none") throw new all.NotFoundError("No such tool");
          throw new Missing("No such city");
        },
      },
      onError: (error) => reported.push(error),
    });
    const client = all.createClient({ info, revisions: [revision] });
    await all.connect(server, client);
    await expect(
      client.readResource({ uri: "test://x" }),
    ).rejects.toMatchObject({ code: noResource, data: { uri: "test://x" } });
    await expect(client.callTool({ name: "none" })).rejects.toMatchObject({
      code: -32602,
      message: "No such tool",
    });
    await expect(client.callTool({ name: "any" })).resolves.toMatchObject({
      content: [{ type: "text", text: "No such city" }],
      isError: true,
    });
    expect(reported).toEqual([]);
    await client.close();
  });

  test("a tool without input takes what a model makes up, and drops it", async () => {
    const taken: unknown[] = [];
    const server = all.createServer({
      info,
      features: [
        all.tool("now", { description: "Tells the time" }, (args) => {
          taken.push(args);
          return "noon";
        }),
      ],
    });
    const client = all.createClient({ info, revisions: [revision] });
    await all.connect(server, client);
    for (const args of [{ zone: "UTC", random_string: "x" }, {}])
      await expect(
        client.callTool({ name: "now", arguments: args }),
      ).resolves.toMatchObject({ content: [{ type: "text", text: "noon" }] });
    await client.callTool({ name: "now" });
    expect(taken).toEqual([{}, {}, {}]);
    await client.close();
  });

  const staticOnes = [
    all.resource("test://a", { name: "a" }, () => "a"),
    all.resourceTemplate("test://{b}", { name: "b" }, () => "b"),
    all.prompt("p", { arguments: { c: {} } }, () => "c"),
  ];

  test("nothing to complete is not declared, and what is, is", async () => {
    const server = all.createServer({ info, features: staticOnes });
    const client = all.createClient({ info, revisions: [revision] });
    await all.connect(server, client);
    expect(client.serverCapabilities).toMatchObject({
      resources: {},
      prompts: {},
    });
    expect(client.serverCapabilities).not.toHaveProperty("completions");
    await client.close();

    const completing = all.prompt(
      "q",
      { arguments: { c: { complete: ["x"] } } },
      () => "c",
    );
    server.add(completing);
    await all.connect(server, client);
    const ref = { type: "ref/prompt", name: "q" } as const;
    const argument = { name: "c", value: "" };
    if (revision !== "2024-11-05")
      expect(client.serverCapabilities).toMatchObject({ completions: {} });
    await expect(client.complete({ ref, argument })).resolves.toMatchObject({
      completion: { values: ["x"] },
    });
    // What has no completer is completed by nothing.
    await expect(
      client.complete({ ref: { ...ref, name: "p" }, argument }),
    ).resolves.toMatchObject({ completion: { values: [] } });
    await client.close();
  });

  test("a handler of completions declares them", async () => {
    const server = all.createServer({
      info,
      handlers: { complete: () => ({ completion: { values: [] } }) },
    });
    const client = all.createClient({ info, revisions: [revision] });
    await all.connect(server, client);
    if (revision !== "2024-11-05")
      expect(client.serverCapabilities).toMatchObject({ completions: {} });
    await client.close();
  });

  test.each([
    ["none is declared", {}],
    ["it is declared", { sampling: { context: {} } }],
  ])("context of other servers is asked for where %s", async (_, declared) => {
    const asked: unknown[] = [];
    const message = {
      messages: [] as all.types.SamplingMessage[],
      maxTokens: 5,
      includeContext: "allServers" as const,
    };
    const server = all.createServer({
      info,
      features: [
        all.tool("asks", {}, async (_, context) => {
          await context.createMessage("a", message);
          return "done";
        }),
        all.tool("returns", {}, (_, context) =>
          context.inputResponses
            ? "done"
            : all.inputRequired({
                a: all.createMessage({ ...message, includeContext: "none" }),
                b: all.createMessage(message),
              }),
        ),
        all.tool("sends", {}, async (_, { peer }) => {
          const { maxTokens, includeContext } = message;
          await peer.createMessage({ messages: [], maxTokens, includeContext });
          return "done";
        }),
      ],
    });
    const client = all.createClient({
      info,
      revisions: [revision],
      capabilities: declared,
      handlers: {
        createMessage(params) {
          asked.push(params.includeContext);
          const content = { type: "text", text: "hi" } as const;
          return { role: "assistant", content, model: "m" };
        },
      },
    });
    await all.connect(server, client);
    const hasFact = revision >= "2025-11-25" && !("sampling" in declared);
    const sent = hasFact ? undefined : "allServers";
    await client.callTool({ name: "asks" });
    expect(asked.splice(0)).toEqual([sent]);
    await client.callTool({ name: "returns" });
    expect(asked.splice(0)).toEqual(["none", sent]);
    if (!isNewest) {
      await client.callTool({ name: "sends" });
      expect(asked).toEqual([sent]);
    }
    await client.close();
  });
});
