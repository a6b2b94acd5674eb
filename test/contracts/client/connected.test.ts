import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  createServer,
  structured,
  tool,
  type types,
} from "../../../generated/index.ts";
import { tasks } from "../../../generated/extensions/tasks.ts";
import { generateClient } from "../../../src/contracts/client/index.ts";
import type {
  Snapshot,
  SnapshotTool,
} from "../../../src/contracts/snapshot/index.ts";
import {
  createMemoryPair,
  InvalidMessageError,
  ToolError,
} from "../../../src/runtime/index.ts";
import { weather } from "./snapshots.ts";

/** For a machine that is busy. */
const patient = { interval: 1, timeout: 30_000 };

/** What a test knows of an emitted client; its own types are held by another. */
interface Weather {
  readonly tools: Readonly<Record<string, Call>>;
  readonly prompts: Readonly<
    Record<string, (args?: object) => Promise<object>>
  >;
  readonly resources: Readonly<
    Record<string, (variables?: object) => Promise<object>>
  >;
  readonly tasks?: Readonly<Record<string, TaskCall>>;
  readonly client: { readonly protocolVersion: string | undefined };
  readonly forecast: Call;
  readonly getSum: Call;
  close(): Promise<void>;
}

type Call = (args?: object, options?: object) => Promise<Result>;

interface Result {
  readonly structured: unknown;
  readonly content: readonly unknown[];
}

interface TaskCall {
  (args?: object): Promise<Handle>;
  resume(taskId: string): Handle;
}

interface Handle {
  readonly taskId: string | undefined;
  result(): Promise<Result>;
}

interface Drift {
  readonly changes: readonly object[];
  readonly message: string;
}

type Connect = (transport: unknown, options?: object) => Promise<Weather>;

// Beside the sources, so that what is imported there is found.
const folder = join(import.meta.dirname, ".emitted");

async function load(name: string, snapshot: Snapshot): Promise<Connect> {
  const { files, connect } = await generateClient({
    ...{ snapshot, name },
    runtime: "../../../../../generated/index.js",
  });
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  for (const { path, text = "" } of files)
    writeFileSync(join(place, path), text);
  const module: Readonly<Record<string, Connect>> = await import(
    join(place, "index.ts")
  );
  const found = module[connect ?? ""];
  if (found === undefined) throw new Error(`no ${connect}`);
  return found;
}

/** What a server lists, and what was asked of it. */
interface Served {
  readonly lists?: Partial<Snapshot>;
  readonly high?: unknown;
  readonly revision?: string;
}

interface Opened {
  readonly weather: Weather;
  readonly methods: string[];
  readonly listed: Snapshot;
  readonly told: Error[];
  /** Says that the tools are others now. */
  changed(): Promise<void>;
}

/** A connection to a server in memory that lists a snapshot, and answers with what it was given. */
async function open(
  connectWeather: Connect,
  { lists, high = 20, revision = "2025-11-25" }: Served = {},
  options: object = {},
): Promise<Opened> {
  const methods: string[] = [];
  const told: Error[] = [];
  const listed = { ...weather, ...lists };
  const note = <Value>(method: string, value: Value): Value => {
    methods.push(method);
    return value;
  };
  const server = createServer({
    info: { name: "weather", version: "1.0.0" },
    capabilities: { tools: { listChanged: true } },
    handlers: {
      listTools: () =>
        note("tools/list", { tools: listed.tools as types.Tool[] }),
      listPrompts: () => note("prompts/list", { prompts: listed.prompts }),
      listResources: () => note("resources/list", { resources: [] }),
      listResourceTemplates: () =>
        note("templates/list", { resourceTemplates: listed.resourceTemplates }),
      callTool: ({ name, arguments: given = {} }) => {
        note("tools/call", name);
        const text = JSON.stringify(given);
        if (given["city"] === "Atlantis")
          return {
            content: [{ type: "text", text: "there is no such city" }],
            isError: true,
          };
        return {
          content: [{ type: "text", text }],
          ...(name === "forecast" && { structuredContent: { high } }),
        };
      },
      getPrompt: ({ arguments: given }) => ({
        messages: [
          {
            role: "user",
            content: { type: "text", text: JSON.stringify(given) },
          },
        ],
      }),
      readResource: ({ uri }) => ({ contents: [{ uri, text: "" }] }),
    },
  });
  const [near, far] = createMemoryPair();
  const connection = server.connect(far);
  const opened = await connectWeather(near, {
    connect: { revisions: [revision] },
    onError: (error: Error) => told.push(error),
    ...options,
  });
  const changed = (): Promise<void> => connection.peer.notify.toolListChanged();
  return { weather: opened, methods, listed, told, changed };
}

let connectWeather: Connect;

beforeAll(async () => {
  connectWeather = await load("weather", weather);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const noDrift = { onDrift: false };

describe("a typed client", () => {
  it.each(["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"])(
    "calls tools of a server of %s by their names and by shortcuts",
    async (revision) => {
      const { weather } = await open(connectWeather, { revision }, noDrift);
      expect(weather.client.protocolVersion).toBe(revision);
      const { content, structured } = await weather.getSum({ a: 1, b: 2 });
      expect(content).toEqual([{ type: "text", text: '{"a":1,"b":2}' }]);
      expect(structured).toBeUndefined();
      const { client } = weather.tools;
      expect((await client?.())?.content).toEqual([
        { type: "text", text: "{}" },
      ]);
      expect(weather.tasks).toBeUndefined();
      await weather.close();
    },
  );

  it("gives structured results that fit their schema", async () => {
    const { weather } = await open(connectWeather, {}, noDrift);
    const { structured } = await weather.forecast({ city: "Oslo", days: 2 });
    expect(structured).toEqual({ high: 20 });
  });

  it("sends no arguments that a tool does not allow, and says where", async () => {
    const { weather, methods } = await open(connectWeather, {}, noDrift);
    const wrong = [
      {},
      { city: 1 },
      { city: "x", days: 0 },
      { city: "x", a: 1 },
    ];
    for (const args of wrong)
      await expect(weather.forecast(args)).rejects.toThrow(TypeError);
    await expect(
      weather.forecast({ city: "x", days: 0 }),
    ).rejects.toMatchObject({
      message: expect.stringContaining("weather: forecast: days: expected"),
      path: ["days"],
    });
    await expect(weather.tools["client"]?.([])).rejects.toThrow(
      "its arguments are no object",
    );
    expect(methods).toEqual([]);
  });

  it("rejects where a tool says that it failed, with what it says", async () => {
    const { weather } = await open(connectWeather, {}, noDrift);
    const failed = weather.forecast({ city: "Atlantis" });
    await expect(failed).rejects.toBeInstanceOf(ToolError);
    await expect(failed).rejects.toMatchObject({
      message: "there is no such city",
      result: { isError: true },
    });
    const error: unknown = await failed.catch((one: unknown) => one);
    expect(Object.keys(error as object)).not.toContain("result");
  });

  it("rejects a result that its schema does not allow, or only tells of it", async () => {
    const served = { high: "warm" };
    const strict = await open(connectWeather, served, noDrift);
    const refused = strict.weather.forecast({ city: "Oslo" });
    await expect(refused).rejects.toBeInstanceOf(InvalidMessageError);
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining(
        "weather: forecast gave what its schema does not allow: high: expected a number",
      ),
      path: ["structuredContent", "high"],
    });
    const lenient = await open(connectWeather, served, {
      ...noDrift,
      onInvalid: "warn",
    });
    for (let i = 0; i < 3; i++)
      expect(
        (await lenient.weather.forecast({ city: "x" })).structured,
      ).toEqual(served);
    expect(lenient.told).toHaveLength(1);
    await expect(
      open(connectWeather, {}, { onInvalid: "warm" }),
    ).rejects.toThrow('onInvalid: expected "warn" or "reject"');
  });

  it("fetches prompts and reads resources", async () => {
    const { weather } = await open(connectWeather, {}, noDrift);
    const given = { city: "Oslo", tone: undefined };
    for (const name of ["weekly-report", "weeklyReport"])
      expect(await weather.prompts[name]?.(given)).toMatchObject({
        messages: [{ content: { text: '{"city":"Oslo"}' } }],
      });
    expect(
      await weather.resources["history"]?.({
        ...{ city: "São Paulo", year: 2024, tags: ["a", "b"] },
      }),
    ).toMatchObject({
      contents: [
        { uri: "weather://history/S%C3%A3o%20Paulo?year=2024&tags=a&tags=b" },
      ],
    });
  });

  it.each(["2025-11-25", "2026-07-28"])(
    "calls tools as tasks in %s, where the extension is used",
    async (revision) => {
      const server = createServer({
        info: { name: "weather", version: "1.0.0" },
        extensions: [tasks],
        features: [
          tool("forecast", { task: "optional" }, async (_, context) => {
            await context.task();
            return structured({ high: 20 });
          }),
        ],
      });
      const [near, far] = createMemoryPair();
      server.connect(far);
      const weather = await connectWeather(near, {
        ...noDrift,
        extensions: [tasks.with({ minPollInterval: 1 })],
        connect: { revisions: [revision] },
      });
      const task = await weather.tasks?.["forecast"]?.({ city: "Oslo" });
      expect(task?.taskId).toBeDefined();
      expect((await task?.result())?.structured).toEqual({ high: 20 });
      const again = weather.tasks?.["forecast"]?.resume(task?.taskId ?? "");
      expect((await again?.result())?.structured).toEqual({ high: 20 });
      await expect(weather.tasks?.["forecast"]?.({})).rejects.toThrow(
        TypeError,
      );
      await weather.close();
    },
  );
});

describe("drift", () => {
  const [forecast, sum] = weather.tools as [SnapshotTool, SnapshotTool];
  const lists = {
    tools: [
      { ...forecast, inputSchema: { type: "object" as const } },
      { ...sum, description: "says something else" },
      { name: "new\u202e", inputSchema: { type: "object" as const } },
    ],
    prompts: [{ name: "weekly-report", arguments: [{ name: "city" }] }],
    resourceTemplates: [],
  };

  it("is told once, tool by tool", async () => {
    const drifts: Drift[] = [];
    const onDrift = (drift: Drift): void => void drifts.push(drift);
    const { methods } = await open(connectWeather, { lists }, { onDrift });
    await vi.waitFor(() => expect(drifts).toHaveLength(1), patient);
    expect(drifts[0]?.changes).toEqual([
      { kind: "tool", name: "client", change: "gone" },
      { kind: "tool", name: "forecast", change: "arguments" },
      { kind: "tool", name: "new\u202e", change: "added" },
      { kind: "prompt", name: "weekly-report", change: "arguments" },
      {
        kind: "resource template",
        name: "weather://history/{city}{?year,tags*}",
        change: "gone",
      },
    ]);
    expect(drifts[0]?.message).toMatch(
      /^weather: its server has changed since this client was generated: tool "client" is gone, .*mcp-gen client <server> --check/,
    );
    expect(drifts[0]?.message).not.toContain("\u202e");
    expect(methods).toEqual(["tools/list", "prompts/list", "templates/list"]);
  });

  it("is none where nothing that calls go by has changed", async () => {
    const drifts: Drift[] = [];
    const tools = [...weather.tools].reverse().map((one) => ({
      ...one,
      ...{ title: "T", description: "d", _meta: { at: 1 } },
    }));
    const { methods, told } = await open(
      connectWeather,
      { lists: { tools } },
      { onDrift: (drift: Drift) => drifts.push(drift) },
    );
    await vi.waitFor(() => expect(methods).toHaveLength(3), patient);
    expect([drifts, told]).toEqual([[], []]);
  });

  it("is looked for again where the server says that its lists changed", async () => {
    const drifts: Drift[] = [];
    const heard: string[] = [];
    const { changed, listed, methods } = await open(
      connectWeather,
      {},
      {
        onDrift: (drift: Drift) => drifts.push(drift),
        handlers: { toolListChanged: () => void heard.push("changed") },
      },
    );
    await vi.waitFor(() => expect(methods).toHaveLength(3), patient);
    await changed();
    await vi.waitFor(() => expect(methods).toHaveLength(6), patient);
    expect(drifts).toEqual([]);
    listed.tools = listed.tools.slice(1);
    await changed();
    await vi.waitFor(() => expect(drifts).toHaveLength(1), patient);
    await changed();
    await vi.waitFor(() => expect(methods).toHaveLength(12), patient);
    expect(drifts).toHaveLength(1);
    expect(heard).toHaveLength(3);
  });

  it("is never a failure, and nobody looks where nobody wants to know", async () => {
    const drifts: Drift[] = [];
    const off = await open(connectWeather, { lists }, noDrift);
    await off.weather.forecast({ city: "Oslo" });
    expect(off.methods).toEqual(["tools/call"]);
    const broken = await open(
      connectWeather,
      { lists: { tools: [{ name: 1 } as never] } },
      { onDrift: (drift: Drift) => drifts.push(drift) },
    );
    await broken.weather.forecast({ city: "Oslo" });
    const closed = await open(connectWeather, { lists });
    await closed.weather.close();
    expect(closed.told).toEqual([]);
  });

  it("is a line on the console by default", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    await open(connectWeather, { lists });
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), patient);
    expect(warn.mock.calls[0]?.[0]).toMatch(/^weather: its server .*\.$/);
    warn.mockRestore();
  });
});
