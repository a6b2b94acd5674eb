import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle, type Bundle } from "../../interop/bundle.ts";
import { modernRequest } from "../revisions.ts";

type Fields = Record<string, unknown>;

let folder = "";
let program: Bundle;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mcp-gen-tasks-"));
  program = await bundle("../runtime/tasks/server-program.ts");
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
  program.remove();
});

const declared = { extensions: { "io.modelcontextprotocol/tasks": {} } };

/** A server in a process of its own. */
class TaskProcess {
  readonly #child = spawn(process.execPath, [program.file, folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  readonly #lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  #id = 0;

  constructor() {
    children.push(this.#child);
  }

  async ask(method: string, params: Fields): Promise<Fields> {
    const message = modernRequest(++this.#id, method, params, declared);
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    const { value } = await this.#lines.next();
    const { id, result } = JSON.parse(String(value)) as Fields;
    expect(id).toBe(this.#id);
    return result as Fields;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await once(this.#child, "close");
  }
}

test("a task can be read although its process is killed right behind the answer, and is told as failed", async () => {
  const first = new TaskProcess();
  const brief = await first.ask("tools/call", { name: "brief" });
  const { taskId } = brief;
  let polled: Fields = brief;
  while (polled["status"] === "working")
    polled = await first.ask("tasks/get", { taskId });
  const endless = await first.ask("tools/call", { name: "endless" });
  await first.kill();
  const second = new TaskProcess();
  expect(endless).toMatchObject({ resultType: "task", status: "working" });
  expect(
    await second.ask("tasks/get", { taskId: endless["taskId"] }),
  ).toMatchObject({
    taskId: endless["taskId"],
    createdAt: endless["createdAt"],
    status: "failed",
    error: { code: -32603 },
  });
  // What had ended is what it was.
  expect(await second.ask("tasks/get", { taskId })).toEqual(polled);
  expect(polled).toMatchObject({ status: "completed" });
  await second.kill();
});
