import { spawn } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { findings, recordChild } from "../wire-check.ts";
import { teeStdio, type TeedCommand } from "./tee.ts";

let command: TeedCommand | undefined;
afterEach(() => command?.remove());

/** Starts a server that answers each line with one of these, and ends it. */
async function converse(
  asked: readonly string[],
  answers: readonly string[],
): Promise<string> {
  const server = `
    const answers = ${JSON.stringify(answers)};
    require("node:readline").createInterface({ input: process.stdin })
      .on("line", () => process.stdout.write(answers.shift() + "\\n"));
  `;
  const teed = teeStdio(
    { command: process.execPath, args: ["-e", server] },
    "server",
  );
  command = teed;
  const child = spawn(teed.command, teed.args);
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stdin.end(asked.map((line) => `${line}\n`).join(""));
  await new Promise((resolve) => child.on("close", resolve));
  return output;
}

const request = (id: number, method: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method });
const result = (id: number, value: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, result: value });

test("what a child process says is passed on, written down and judged", async () => {
  const answers = [result(1, {}), result(2, { tools: "☃" })];
  const asked = [request(1, "ping"), request(2, "tools/list")];
  expect(await converse(asked, answers)).toBe(
    answers.map((line) => `${line}\n`).join(""),
  );
  expect(command?.lines().filter(({ author }) => author === "server")).toEqual(
    answers.map((text) => ({ author: "server", text })),
  );
  const found = await findings();
  expect(found).toMatchObject([{ author: "ours", side: "server" }]);
  expect(found[0]?.text).toContain("☃");
});

test("what several processes said is in the order in which they began", async () => {
  const teed = teeStdio(
    {
      command: process.execPath,
      args: ["-e", "process.stdin.pipe(process.stdout)"],
    },
    "server",
  );
  command = teed;
  // Ids of processes begin again, and have more digits and fewer.
  for (const pid of [10, 9, 800]) {
    const named = `Object.defineProperty(process, "pid", { value: ${pid} })`;
    const args = ["--import", `data:text/javascript,${named}`, ...teed.args];
    const child = spawn(teed.command, args);
    child.stdin.end(`${request(pid, "ping")}\n`);
    await new Promise((resolve) => child.on("close", resolve));
  }
  const asked = teed.lines().filter(({ author }) => author === "client");
  expect(asked.map(({ text }) => text)).toEqual(
    [10, 9, 800].map((pid) => request(pid, "ping")),
  );
});

test("what is no JSON is a message of nobody's", async () => {
  await converse([request(1, "ping")], ["hello"]);
  const found = await findings();
  expect(found).toMatchObject([{ reasons: ["table: this is no message"] }]);
});

test("a child process can be listened to without one between", async () => {
  const wrong = result(1, { tools: "none" });
  const lines = [wrong, "served", "what the program says for itself"];
  const script = `process.stdout.write(${JSON.stringify(lines.join("\n"))} + "\\n");`;
  const child = spawn(process.execPath, ["-e", script]);
  recordChild(child, { side: "server", until: "served" });
  child.stdin.write(`${request(1, "tools/list")}\n`);
  child.stdin.end();
  await new Promise((resolve) => child.on("close", resolve));
  expect(await findings()).toMatchObject([{ text: wrong }]);
});
