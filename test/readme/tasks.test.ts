import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  connect,
  createClient,
  createServer,
  ProtocolError,
  tool,
  ToolError,
  type Feature,
  type Server,
} from "../../generated/index.ts";
import {
  memoryTaskStore,
  tasks,
  type TaskHandle,
} from "../../generated/extensions/tasks.ts";
import { readPage } from "./blocks.ts";
import { programsOf } from "./programs.ts";

const load = programsOf("tasks", "tasks-client");
const info = { name: "test", version: "1.0.0" };
const text = (words: string): object[] => [{ type: "text", text: words }];
const elicit = () => ({
  action: "accept" as const,
  content: { sure: true },
});

/** A client of a server, in one revision, until the test ends. */
async function clientOf(server: Server, revision = "2026-07-28") {
  const client = createClient({
    info,
    extensions: [tasks],
    handlers: { elicit },
  });
  await connect(server, client, { revisions: [revision] as never });
  onTestFinished(() => client.close());
  return client;
}

/** A client that does not know tasks. */
async function strangerOf(server: Server, revision: string) {
  const client = createClient({ info });
  await connect(server, client, { revisions: [revision] as never });
  onTestFinished(() => client.close());
  return client;
}

const serverOf = async (): Promise<Server> =>
  (await load<{ server: Server }>("tasks", "server")).server;

describe("the page of tasks", () => {
  const page = readPage("docs/guides/tasks.md");
  const report = { name: "report", arguments: { year: 2026 } };
  const written = text("The report of 2026 has 3 pages.");

  test.each(["2026-07-28", "2025-11-25", "2025-06-18"])(
    "has a server whose tool goes on after its answer, in %s",
    async (revision) => {
      const client = await clientOf(await serverOf(), revision);
      expect((await client.callTool(report)).content).toEqual(written);
    },
  );

  /** What became of a call, in the words of the page. */
  async function became(call: Promise<unknown>): Promise<string> {
    const answer = await call.catch((error: unknown) => error);
    if (answer instanceof ProtocolError) return `error ${answer.code}`;
    const { taskId } = answer as Partial<TaskHandle<unknown>>;
    return taskId === undefined
      ? "the result, when the handler ends"
      : "a task";
  }

  test("says what each client gets", async () => {
    const [, table = ""] = page.split("## What each client gets");
    const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)]
      .slice(2)
      .map(([, ...cells]) => cells);
    const optional = tool("optional", { task: "optional" }, async (_, on) => {
      await on.task();
      return "done";
    });
    const required = tool("required", { task: "required" }, () => "done");
    const features = [optional, required];
    const server = createServer({ info, features, extensions: [tasks] });
    for (const [revision, knows, row] of [
      ["2026-07-28", true, "2026-07-28, declares the extension"],
      ["2026-07-28", false, "2026-07-28, does not declare it"],
      ["2025-11-25", true, "2025-11-25, requests a task"],
      ["2025-11-25", false, "2025-11-25, requests none"],
      ["2025-06-18", true, "older revisions, which have no tasks"],
    ] as const) {
      const said = rows.find(([who]) => who === row)?.slice(1) ?? [];
      const got: string[] = [];
      for (const name of ["required", "optional"]) {
        const call = knows
          ? (await clientOf(server, revision)).tasks.call({ name })
          : (await strangerOf(server, revision)).callTool({ name });
        got.push(await became(call));
      }
      expect(
        said.map((cell) => cell.replace(", if you call `context.task()`", "")),
        row,
      ).toEqual(got);
    }
  });

  test("has a tool that decides itself", async () => {
    const { convert } = await load<{ convert: Feature }>("tasks", "convert");
    const server = createServer({
      info,
      features: [convert],
      extensions: [tasks],
    });
    const client = await clientOf(server);
    for (const [pages, isTask] of [
      [3, false],
      [11, true],
    ] as const) {
      const params = { name: "convert", arguments: { file: "a", pages } };
      const handle = await client.tasks.call(params);
      expect(handle.taskId !== undefined).toBe(isTask);
      expect(await handle.result()).toMatchObject({ content: text("a.pdf") });
    }
  });

  test.each(["2026-07-28", "2025-11-25"])(
    "has a tool that asks once in a task, in %s",
    async (revision) => {
      const { tidy } = await load<{ tidy: Feature }>("tasks", "tidy");
      const server = createServer({
        info,
        features: [tidy],
        extensions: [tasks],
      });
      const client = await clientOf(server, revision);
      expect((await client.callTool({ name: "tidy" })).content).toEqual(
        text("12 reports are gone."),
      );
    },
  );

  test.each([
    [() => "done", "completed", { content: text("done") }],
    [
      () => {
        throw new ToolError("No paper");
      },
      "completed",
      { content: text("No paper"), isError: true },
    ],
    [
      () => {
        throw new ProtocolError(7, "No ink");
      },
      "failed",
      new ProtocolError(7, "No ink"),
    ],
  ])("says how a task ends: %#", async (handler, status, outcome) => {
    const ends = tool("ends", { task: "required" }, handler as () => string);
    const server = createServer({
      info,
      features: [ends],
      extensions: [tasks],
    });
    const client = await clientOf(server);
    const handle = await client.tasks.call({ name: "ends" });
    const came = handle.result();
    if (outcome instanceof Error) await expect(came).rejects.toEqual(outcome);
    else expect(await came).toMatchObject(outcome);
    expect(handle.status).toBe(status);
  });

  test("says what a tool without the option does", async () => {
    const onError = vi.fn();
    const none = tool("none", {}, async (_, context) => {
      await context.task();
      return "";
    });
    const server = createServer({
      info,
      features: [none],
      extensions: [tasks],
      onError,
    });
    const client = await clientOf(server);
    expect(await client.callTool({ name: "none" })).toMatchObject({
      isError: true,
    });
    expect(onError.mock.lastCall?.[0]).toBeInstanceOf(TypeError);
  });

  test("says what a client is told when the store is full", async () => {
    const onError = vi.fn();
    const waits = tool(
      "waits",
      { task: "required" },
      () => new Promise<string>(() => {}),
    );
    const store = memoryTaskStore({ maxTasks: 1 });
    const server = createServer({
      info,
      features: [waits],
      extensions: [tasks.with({ store })],
      onError,
    });
    const client = await clientOf(server);
    const call = async () => client.tasks.call({ name: "waits" });
    await call();
    expect(server.tasks.running).toBe(1);
    await expect(call()).rejects.toThrow("Too many tasks at once");
    expect(page).toContain("`Too many tasks at once`");
    expect(onError.mock.lastCall?.[0]).toMatchObject({
      name: "TaskStoreFullError",
    });
    await server.tasks.close();
    expect(server.tasks.running).toBe(0);
  });

  test("has servers with times, and with a folder, that can be made", async () => {
    for (const name of ["times", "durable"])
      expect(await load("tasks", name)).toHaveProperty("server");
  });
});

describe("the page of calls that become tasks", () => {
  interface Own {
    readonly client: Awaited<ReturnType<typeof clientOf>>;
    textOf(name: string): Promise<string>;
  }
  const report = { name: "report", arguments: { year: 2026 } };

  /** The client of the page, which is connected to a server until the test ends. */
  async function connectedClient(server: Server): Promise<Own> {
    const own = await load<Own>("tasks-client", "client");
    await connect(server, own.client);
    onTestFinished(() => own.client.close());
    return own;
  }

  test("has a client that waits, and answers what is asked", async () => {
    const { tidy } = await load<{ tidy: Feature }>("tasks", "tidy");
    const { textOf } = await connectedClient(
      createServer({ info, features: [tidy], extensions: [tasks] }),
    );
    expect(await textOf("tidy")).toBe("12 reports are gone.");
  });

  test("shows how far a task is", async () => {
    const { client } = await load<Pick<Own, "client">>(
      "tasks-client",
      "watched",
    );
    await connect(await serverOf(), client);
    onTestFinished(() => client.close());
    const log = vi.spyOn(console, "log").mockReturnValue();
    onTestFinished(() => log.mockRestore());
    await client.callTool(report);
    const told = log.mock.calls.map(([status]) => status as string);
    expect(told[0]).toBe("working");
    expect(told.at(-1)).toBe("completed");
  });

  test("has a handle, and takes a task up again", async () => {
    const { client } = await connectedClient(await serverOf());
    const { report: start } = await load<{
      report(year: number): Promise<object>;
    }>("tasks-client", "handle");
    const { later } = await load<{ later(taskId: string): Promise<object> }>(
      "tasks-client",
      "resume",
    );
    const log = vi.spyOn(console, "log").mockReturnValue();
    onTestFinished(() => log.mockRestore());
    const written = { content: text("The report of 2026 has 3 pages.") };
    expect(await start(2026)).toMatchObject(written);
    expect(log).toHaveBeenLastCalledWith("completed", "");
    const { taskId = "" } = await client.tasks.call(report);
    expect(await later(taskId)).toMatchObject(written);
    await expect(later("none")).rejects.toMatchObject({ code: -32602 });
  });

  test("gives a task up", async () => {
    const waits = tool(
      "waits",
      { task: "required" },
      () => new Promise<string>(() => {}),
    );
    const { client } = await connectedClient(
      createServer({ info, features: [waits], extensions: [tasks] }),
    );
    const { giveUp } = await load<{
      giveUp(taskId: string): Promise<boolean>;
    }>("tasks-client", "cancel");
    const { taskId = "" } = await client.tasks.call({ name: "waits" });
    expect(await giveUp(taskId)).toBe(false);
  });
});
