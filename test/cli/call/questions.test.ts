import { expect, test } from "vitest";
import {
  createMessage,
  createServer,
  elicit,
  inputRequired,
  listRoots,
  ProtocolError,
  tool,
  type types,
} from "../../../generated/index.ts";
import { until } from "../../runtime/wait.ts";
import { scriptedTerminal } from "../terminal/terminal.ts";
import { call, served, type Called, type Place } from "./terminal-call.ts";

const form: types.ElicitRequestFormParams["requestedSchema"] = {
  type: "object",
  properties: {
    name: { type: "string", title: "Your name" },
    day: { type: "string", format: "date" },
    nights: { type: "integer", minimum: 1, default: 2 },
    size: { type: "string", enum: ["s", "l"] },
    meals: {
      type: "array",
      items: { type: "string", enum: ["breakfast", "dinner"] },
      minItems: 1,
    },
    sure: { type: "boolean" },
    note: { type: "string" },
  },
  required: ["name", "day", "size", "meals", "sure"],
};

/** A tool that asks, and tells what it was answered. */
function asking(): ReturnType<typeof createServer> {
  const told = (answer: unknown): string => JSON.stringify(answer);
  return createServer({
    info: { name: "asker", version: "1.0.0" },
    onError: () => {},
    features: [
      tool("form", {}, (_, { inputResponses }) =>
        inputResponses?.["it"]
          ? told(inputResponses["it"])
          : inputRequired({
              it: elicit({ message: "Where to?", requestedSchema: form }),
            }),
      ),
      tool("page", {}, (_, { inputResponses }) =>
        inputResponses?.["it"]
          ? told(inputResponses["it"])
          : inputRequired({
              it: elicit({
                mode: "url",
                message: "Pay, please",
                url: "https://pay.example/42",
              }),
            }),
      ),
      tool("model", {}, (_, { inputResponses }) =>
        inputResponses?.["it"]
          ? told(inputResponses["it"])
          : inputRequired({
              it: createMessage({
                messages: [
                  { role: "user", content: { type: "text", text: "1+1?" } },
                ],
                maxTokens: 10,
              }),
            }),
      ),
      tool("roots", {}, (_, { inputResponses }) =>
        inputResponses?.["it"]
          ? told(inputResponses["it"])
          : inputRequired({ it: listRoots() }),
      ),
    ],
  });
}

/** Calls, with a person who answers each prompt, as it is shown, with a line or a key. */
async function answered(
  args: readonly string[],
  lines: readonly (readonly [prompt: string, keys: string])[],
  place: Place = {},
): Promise<Called & { shown: string }> {
  const terminal = scriptedTerminal();
  const { prompter } = terminal;
  let isOver = false;
  const calling = call(args, { ...place, prompter }).finally(() => {
    isOver = true;
  });
  let from = 0;
  for (const [prompt, keys] of lines) {
    await until(() => isOver || terminal.shown().indexOf(prompt, from) >= 0);
    await until(() => isOver || terminal.isRead());
    from = terminal.shown().length;
    terminal.type(keys);
  }
  return { ...(await calling), shown: terminal.shown() };
}

const filledIn = [
  ["Your name: ", "Ada\r"],
  ["day [date]: ", "2026-02-30\r"],
  ["Expected a date", "2026-12-24\r"],
  ["nights [integer, optional] (2): ", "0\r"],
  ["Expected at least 1", "3\r"],
  ["Number or name: ", "l\r"],
  ["Numbers or names", "1,2\r"],
  ["sure (y/n) ", "y\r"],
  ["note [optional]: ", "\r"],
] as const;

const content = {
  name: "Ada",
  day: "2026-12-24",
  nights: 3,
  size: "l",
  meals: ["breakfast", "dinner"],
  sure: true,
};

test.each(["2025-11-25", "2026-07-28"])(
  "a form is filled in field by field, looked through, and sent: %s",
  async (revision) => {
    const args = [await served(asking()), "form", "--revision", revision];
    const { code, stdout, stderr } = await answered(args, [
      ...filledIn,
      ["Number or name (1): ", "send\r"],
    ]);
    expect(stderr).toContain('The server "asker" asks:\n| Where to?\n');
    expect(stderr).toContain("  nights: 3\n");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ action: "accept", content });
  },
);

test("what is optional is left out by an empty answer", async () => {
  const names = ["agree", "color", "days"];
  const optional = createServer({
    info: { name: "asker", version: "1.0.0" },
    features: [
      tool("form", {}, (_, { inputResponses }) =>
        inputResponses?.["it"]
          ? JSON.stringify(inputResponses["it"])
          : inputRequired({
              it: elicit({
                message: "Which?",
                requestedSchema: {
                  type: "object",
                  properties: {
                    agree: { type: "boolean" },
                    color: { type: "string", enum: ["red", "blue"] },
                    days: {
                      type: "array",
                      items: { type: "string", enum: ["mo", "tu"] },
                      minItems: 1,
                    },
                  },
                },
              }),
            }),
      ),
    ],
  });
  const { code, stdout, shown } = await answered(
    [await served(optional), "form"],
    [
      ["agree [optional] (y/n) ", "\r"],
      ["Number or name (-): ", "\r"],
      ["Numbers or names", "\r"],
      ["Number or name (1): ", "\r"],
    ],
  );
  for (const name of names) expect(shown).toContain(`${name} [optional]`);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ action: "accept", content: {} });
});

test("what was filled in can be changed before it is sent", async () => {
  const args = [await served(asking()), "form"];
  const { stdout } = await answered(args, [
    ...filledIn,
    ["Number or name (1): ", "2\r"],
    ["Your name (Ada): ", "Bo\r"],
    ["day [date] (2026-12-24): ", "\r"],
    ["nights", "\r"],
    ["Number or name (l): ", "\r"],
    ["Numbers or names", "\r"],
    ["sure (Y/n) ", "\r"],
    ["note", "\r"],
    ["Number or name (1): ", "1\r"],
  ]);
  const changed = { ...content, name: "Bo" };
  expect(JSON.parse(stdout)).toEqual({ action: "accept", content: changed });
});

test("a person declines, cancels by the end of the input, or ends it all", async () => {
  const args = [await served(asking()), "form"];
  const declined = await answered(args, [
    ...filledIn,
    ["Number or name (1): ", "3\r"],
  ]);
  expect(JSON.parse(declined.stdout)).toEqual({ action: "decline" });
  const cancelled = await answered(args, [["Your name: ", "\u0004"]]);
  expect(JSON.parse(cancelled.stdout)).toEqual({ action: "cancel" });
  const ended = await answered(args, [["Your name: ", "\u0003"]]);
  expect(ended).toMatchObject({ code: 130, stdout: "" });
});

test("without a terminal, answers are given before, or nothing is sent", async () => {
  const url = await served(asking());
  const given = ["name=1", "day=2026-12-24", "size=s", "sure=false"];
  const answers = given.flatMap((one) => ["--answer", one]);
  const all = [...answers, "--answer", 'meals=["dinner"]'];
  const { code, stdout } = await call([url, "form", ...all]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    action: "accept",
    content: {
      ...{ name: "1", day: "2026-12-24", nights: 2 },
      ...{ size: "s", meals: ["dinner"], sure: false },
    },
  });
  const some = await call([url, "form", ...answers]);
  expect(JSON.parse(some.stdout)).toEqual({ action: "cancel" });
  expect(some.stderr).toContain("give --answer meals=…");
  expect(some.code).toBe(2);
  const chosen = async (...meals: string[]): Promise<unknown> => {
    const more = meals.flatMap((one) => ["--answer", one]);
    const { code, stdout, stderr } = await call([
      ...[url, "form"],
      ...answers,
      ...more,
    ]);
    const { content } = JSON.parse(stdout) as { content?: { meals: unknown } };
    return code === 0 ? content?.meals : [code, stderr];
  };
  const both = ["breakfast", "dinner"];
  expect(await chosen("meals=breakfast", "meals=dinner")).toEqual(both);
  expect(await chosen("meals=breakfast, dinner")).toEqual(both);
  expect(await chosen("meals=dinner", "name=2")).toEqual([
    2,
    expect.stringContaining("--answer name: it is given more than once"),
  ]);
  expect(await chosen("meals=supper")).toEqual([
    2,
    expect.stringContaining("--answer meals: "),
  ]);
  const odd = await call([url, "form", ...all, "--answer", "meels=dinner"]);
  expect(odd.code).toBe(0);
  expect(odd.stderr).toContain("--answer meels: the server asked for no such");
  const wrong = await call([url, "form", "--answer", '{"name":1}']);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toContain("names no field");
  const none = await call([url, "form"]);
  expect(none).toMatchObject({ code: 1, stdout: "" });
  expect(none.stderr).toContain("elicitation");
});

test("a page is shown as a whole, and opened for who agrees", async () => {
  const args = [await served(asking()), "page", "--no-browser"];
  const agreed = await answered(args, [
    ["Open this page of pay.example? (y/N) ", "y\r"],
  ]);
  expect(agreed.stderr).toContain(
    "| Pay, please\nThe page:\n| https://pay.example/42\n",
  );
  expect(agreed.stderr).toContain("open the address above");
  expect(JSON.parse(agreed.stdout)).toEqual({ action: "accept" });
  const refused = await answered(args, [["Open this page", "\r"]]);
  expect(JSON.parse(refused.stdout)).toEqual({ action: "decline" });
});

test("a call that needs a page first goes again when the person was there", async () => {
  let visits = 0;
  const server = createServer({
    info: { name: "asker", version: "1.0.0" },
    handlers: {
      listTools: () => ({
        tools: [{ name: "pay", inputSchema: { type: "object" } }],
      }),
      callTool: () => {
        if (visits++ > 0) return { content: [{ type: "text", text: "paid" }] };
        throw new ProtocolError(-32042, "Pay first", {
          elicitations: [
            {
              mode: "url",
              message: "Pay, please",
              url: "https://pay.example/42",
              elicitationId: "42",
            },
          ],
        });
      },
    },
  });
  const only = ["--revision", "2025-11-25", "--no-browser"];
  const { code, stdout } = await answered(
    [await served(server), "pay", ...only],
    [
      ["Open this page of pay.example?", "y\r"],
      ["Call again, now that it is done? (Y/n) ", "\r"],
    ],
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: "paid\n" });
});

test("a person answers for a model only where they said so", async () => {
  const url = await served(asking());
  const asked = await answered(
    [url, "model", "--sampling"],
    [["Answer (nothing refuses):", "2\r"]],
  );
  expect(asked.stderr).toContain("user: 1+1?\n");
  expect(JSON.parse(asked.stdout)).toMatchObject({
    content: { type: "text", text: "2" },
  });
  const { code } = await answered([url, "model"], []);
  expect(code).toBe(1);
});

test("a server hears of the folders that it may know of", async () => {
  const args = [await served(asking()), "roots", "--root", "/tmp/a b"];
  const { stdout } = await call(args);
  expect(JSON.parse(stdout)).toEqual({ roots: [{ uri: "file:///tmp/a%20b" }] });
});
