import { describe, expect, test, vi } from "vitest";
import { lifecycles, openAsked } from "./asked-client.ts";

const text = { type: "text", text: "hello" };
const use = (id: string, name = "add") => ({
  type: "tool_use",
  id,
  name,
  input: {},
});
const result = (toolUseId: string) => ({
  type: "tool_result",
  toolUseId,
  content: [text],
});
const user = (...content: object[]) => ({ role: "user", content });
const assistant = (...content: object[]) => ({ role: "assistant", content });

const tools = [{ name: "add", inputSchema: { type: "object" } }];
const said = { role: "assistant", content: text, model: "m" };
const withTools = { sampling: { tools: {} } };

describe.each(lifecycles)("sampling, %s", (lifecycle) => {
  async function sample(
    params: object,
    answer: object = said,
    capabilities: object | undefined = withTools,
  ) {
    const createMessage = vi.fn((_params: unknown) => answer);
    const asked = await openAsked(lifecycle, {
      handlers: { createMessage },
      ...(capabilities && { capabilities }),
    });
    const outcome = await asked.ask("sampling/createMessage", {
      messages: [user(text)],
      maxTokens: 10,
      ...params,
    });
    return { ...outcome, createMessage, errors: asked.errors };
  }

  test.each([
    [{ tools }],
    [{ toolChoice: { mode: "none" } }],
    [{ tools, toolChoice: { mode: "auto" } }],
  ])("with %j is for clients that declare tools", async (params) => {
    const refused = await sample(params, said, { sampling: {} });
    expect(refused.createMessage).not.toHaveBeenCalled();
    expect(refused.error).toMatchObject(
      lifecycle === "handshake" ? { code: -32602 } : { kind: "invalid" },
    );
    const { answer, createMessage } = await sample(params);
    expect(answer).toMatchObject(said);
    expect(createMessage.mock.calls[0]?.[0]).toMatchObject(params);
  });

  test.each<[string, object[]]>([
    ["a question", [user(text)]],
    ["one block that is no array", [{ role: "user", content: text }]],
    ["a tool and its result", [assistant(text, use("1")), user(result("1"))]],
    [
      "a tool and its result, no arrays",
      [
        { role: "assistant", content: use("1") },
        { role: "user", content: result("1") },
      ],
    ],
    [
      "two tools, answered in any order, twice",
      [
        assistant(use("1"), use("2")),
        user(result("2"), result("1")),
        assistant(use("1")),
        user(result("1")),
        assistant(text),
        user(text),
      ],
    ],
  ])("takes %s", async (_, messages) => {
    expect(await sample({ messages, tools })).toMatchObject({ answer: said });
  });

  test.each<[string, object[], (string | number)[], string]>([
    [
      "a tool that nobody answered",
      [assistant(use("1"))],
      ["messages"],
      "a result is missing",
    ],
    [
      "text in place of a result",
      [assistant(use("1")), user(text)],
      ["messages", 1, "content"],
      "a result is missing",
    ],
    [
      "one result for two tools",
      [assistant(use("1"), use("2")), user(result("1"))],
      ["messages", 1, "content"],
      "a result is missing",
    ],
    [
      "one result twice",
      [assistant(use("1"), use("2")), user(result("1"), result("1"))],
      ["messages", 1, "content"],
      "a result is missing",
    ],
    [
      "a result too many",
      [assistant(use("1")), user(result("1"), result("2"))],
      ["messages", 1, "content"],
      "belongs to no tool use",
    ],
    [
      "the same result again",
      [assistant(use("1")), user(result("1"), result("1"))],
      ["messages", 1, "content"],
      "belongs to no tool use",
    ],
    [
      "a result of nothing",
      [user(result("1"))],
      ["messages", 0, "content"],
      "belongs to no tool use",
    ],
    [
      "a result after something else",
      [assistant(use("1")), assistant(text), user(result("1"))],
      ["messages", 1, "content"],
      "a result is missing",
    ],
    [
      "results among text",
      [assistant(use("1")), user(text, result("1"))],
      ["messages", 1, "content"],
      "mixed with other content",
    ],
    [
      "a tool that a user uses",
      [user(use("1")), user(result("1"))],
      ["messages", 0, "content"],
      "a user uses a tool",
    ],
    [
      "a result that the model gives",
      [assistant(use("1")), assistant(result("1"))],
      ["messages", 1, "content"],
      "the results of tools are the user's",
    ],
    [
      "one id for two tools",
      [assistant(use("1"), use("1")), user(result("1"), result("1"))],
      ["messages", 0, "content"],
      "two tool uses have one id",
    ],
  ])("asks nobody about %s", async (_, messages, path, reason) => {
    const { createMessage, error } = await sample({ messages, tools });
    expect(createMessage).not.toHaveBeenCalled();
    const message = expect.stringContaining(reason);
    expect(error).toMatchObject(
      lifecycle === "handshake"
        ? { code: -32602, message, data: { path } }
        : {
            kind: "invalid",
            message,
            path: ["inputRequests", "q", "params", ...path],
          },
    );
  });

  const used = { ...said, content: [text, use("1")], stopReason: "toolUse" };
  const history = [assistant(use("0")), user(result("0"))];

  test.each<[string, object, object]>([
    ["a tool that was offered", { tools }, used],
    ["no tool where it may", { tools }, said],
    ["a tool where it must", { tools, toolChoice: { mode: "required" } }, used],
    [
      "no more tools where it had to use one",
      { tools, toolChoice: { mode: "required" }, messages: history },
      said,
    ],
    [
      "no tool for want of tokens",
      { tools, toolChoice: { mode: "required" } },
      { ...said, stopReason: "maxTokens" },
    ],
  ])("answers with %s", async (_, params, answer) => {
    expect(await sample(params, answer)).toMatchObject({ answer });
  });

  test.each<[string, object, object, string]>([
    ["a tool where none was offered", {}, used, "not offered"],
    [
      "a tool that was not offered",
      { tools },
      { ...said, content: use("1", "subtract") },
      "not offered",
    ],
    [
      "a tool where it must not",
      { tools, toolChoice: { mode: "none" } },
      used,
      "not offered",
    ],
    [
      "no tool where it must",
      { tools, toolChoice: { mode: "required" } },
      said,
      "has to be used",
    ],
    [
      "one id for two tools",
      { tools },
      { ...said, content: [use("1"), use("1")] },
      "two tool uses have one id",
    ],
    [
      "the result of a tool",
      { tools },
      { ...said, content: [result("1")] },
      "the results of tools are the user's",
    ],
  ])("never answers with %s", async (_, params, given, reason) => {
    const { answer, error, errors } = await sample(params, given);
    expect(answer).toBeUndefined();
    const told = lifecycle === "handshake" ? errors.join() : String(error);
    expect(told).toContain(reason);
    if (lifecycle === "handshake")
      expect(error).toMatchObject({ code: -32603 });
  });
});
