import { expect, test } from "vitest";
import { PromptEndError } from "../../../src/cli/terminal/index.ts";
import { scriptedTerminal } from "./terminal.ts";

const colours = [
  { value: "r", name: "red", label: "the colour of rust" },
  { value: "g", name: "green", label: "the colour of grass" },
  { value: "b", label: "light blue" },
];

test("a text is what was typed, or its default", async () => {
  const { prompter, type, shown } = scriptedTerminal();
  type("weather\n\n\n");
  expect(await prompter.text({ message: "Name" })).toBe("weather");
  expect(await prompter.text({ message: "Name", default: "x" })).toBe("x");
  expect(await prompter.text({ message: "Why?" })).toBe("");
  expect(shown()).toContain("Name: weather");
  expect(shown()).toContain("Name (x): ");
  expect(shown()).toContain("Why? ");
});

test("what is wrong is told, and asked for again", async () => {
  const { prompter, type, shown } = scriptedTerminal();
  type("-1\n7\n");
  const check = (answer: string): string | undefined =>
    Number(answer) < 0 ? "Not below 0." : undefined;
  expect(await prompter.text({ message: "Age", check })).toBe("7");
  expect(shown()).toContain("Not below 0.\n");
});

test.each([
  ["y", undefined, true],
  ["No", undefined, false],
  ["", true, true],
  ["", false, false],
  ["maybe\nyes", false, true],
])("%j confirms, by default %s: %s", async (typed, preset, answer) => {
  const { prompter, type } = scriptedTerminal();
  type(`${typed}\n`);
  expect(await prompter.confirm({ message: "Go?", default: preset })).toBe(
    answer,
  );
});

test.each([
  ["2", "g"],
  ["RED", "r"],
  ["light blue", "b"],
  ["the colour of grass", "g"],
  ["", "b"],
  ["4\n0\nblack\n1", "r"],
])("%j chooses %s", async (typed, value) => {
  const { prompter, type } = scriptedTerminal();
  type(`${typed}\n`);
  const message = "Which colour?";
  expect(
    await prompter.select({ message, choices: colours, default: "b" }),
  ).toBe(value);
});

test("a choice shows its numbers, its names and its default", async () => {
  const { prompter, type, shown } = scriptedTerminal();
  type("pink\n1\n");
  await prompter.select({ message: "Colour?", choices: colours, default: "g" });
  expect(shown()).toContain(
    "Colour?\n  1. red: the colour of rust\n  2. green: the colour of grass\n  3. light blue\nNumber or name (green): ",
  );
  expect(shown()).toContain('"pink" is none of them. Type a number, 1 to 3.');
});

test.each([
  ["3,1", ["r", "b"]],
  ["1 2", ["r", "g"]],
  ["light blue, red", ["r", "b"]],
  ["red,red", ["r"]],
  ["none", []],
  ["", ["g"]],
])("%j chooses %j of several", async (typed, values) => {
  const { prompter, type } = scriptedTerminal();
  type(`${typed}\n`);
  const message = "Which colours?";
  expect(
    await prompter.selectMany({ message, choices: colours, default: ["g"] }),
  ).toEqual(values);
});

test("too few and too many are told", async () => {
  const { prompter, type, shown } = scriptedTerminal();
  type("none\n1,2,3\n1,2\n");
  const question = { message: "Two", choices: colours, min: 1, max: 2 };
  expect(await prompter.selectMany(question)).toEqual(["r", "g"]);
  expect(shown()).toContain("Choose at least 1.");
  expect(shown()).toContain("Choose at most 2.");
});

test("a secret is not shown, and neither is its default", async () => {
  const { prompter, type, shown } = scriptedTerminal();
  const typed = prompter.secret({ message: "Password" });
  type("hunter2\nother\n");
  expect(await typed).toBe("hunter2");
  const preset = { message: "Password", default: "swordfish" };
  expect(await prompter.secret(preset)).toBe("other");
  expect(shown()).toBe("Password: \nPassword (unchanged): \n");
});

test("half a line that was typed ahead begins the next answer", async () => {
  const { prompter, type } = scriptedTerminal();
  type("first\nsec");
  expect(await prompter.text({ message: "A" })).toBe("first");
  const second = prompter.text({ message: "B" });
  type("ond\n");
  expect(await second).toBe("second");
});

test("two questions at once are asked one after the other", async () => {
  const { prompter, type, shown } = scriptedTerminal();
  const answers = Promise.all([
    prompter.text({ message: "A" }),
    prompter.text({ message: "B" }),
  ]);
  type("1\n2\n");
  expect(await answers).toEqual(["1", "2"]);
  expect(shown().indexOf("B: ")).toBeGreaterThan(shown().indexOf("A: 1"));
});

test.each([
  ["Ctrl-C", "\u0003", "interrupted"],
  ["Ctrl-D", "\u0004", "endOfInput"],
])("%s ends the question", async (_, key, reason) => {
  const { prompter, type, isRead } = scriptedTerminal();
  type(`half${key === "\u0004" ? "\u0015" : ""}${key}`);
  const error = await prompter.text({ message: "A" }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(PromptEndError);
  expect(error).toMatchObject({ reason });
  expect(isRead()).toBe(false);
});

test("Ctrl-C that was typed ahead ends the question that it was for", async () => {
  const { prompter, type } = scriptedTerminal();
  type("a\n\u0003");
  expect(await prompter.text({ message: "A" })).toBe("a");
  const second = prompter.text({ message: "B" });
  await expect(second).rejects.toMatchObject({ reason: "interrupted" });
});

test("a terminal that is gone answers nothing", async () => {
  const { prompter, end } = scriptedTerminal();
  const end1 = { reason: "endOfInput" };
  const first = prompter.text({ message: "A" });
  end();
  await expect(first).rejects.toMatchObject(end1);
  await expect(prompter.text({ message: "B" })).rejects.toMatchObject(end1);
});

test("a question can be taken back, and the next one is asked", async () => {
  const { prompter, type } = scriptedTerminal();
  const controller = new AbortController();
  const { signal } = controller;
  const first = prompter.text({ message: "A", signal });
  const second = prompter.text({ message: "B" });
  controller.abort(new Error("The server does not wait any more"));
  await expect(first).rejects.toThrow("does not wait");
  type("b\n");
  expect(await second).toBe("b");
  const third = prompter.confirm({ message: "C", signal });
  await expect(third).rejects.toThrow("does not wait");
});

test("nothing is read between two questions", async () => {
  const { prompter, type, isRead } = scriptedTerminal();
  expect(isRead()).toBe(false);
  const first = prompter.text({ message: "A" });
  type("a\n");
  await first;
  expect(isRead()).toBe(false);
});

test("what a stranger asks cannot move the cursor", async () => {
  const { prompter, type, shown } = scriptedTerminal();
  type("1\n");
  await prompter.select({
    message: "A\u001b[2JB",
    choices: [{ value: 1, label: "\u001b]0;x\u0007" }],
  });
  expect(shown()).toContain("A\\u001b[2JB\n  1. \\u001b]0;x\\u0007\n");
});
