import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printSnapshot } from "../../../src/contracts/snapshot/index.ts";
import { mcpGen, type Outcome } from "../../cli/command-line.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";
import { weather } from "./snapshots.ts";

const out = "src/weather";

/** A project with a snapshot in it. */
function project(): {
  readonly cwd: string;
  run(...args: string[]): Promise<Outcome>;
  write(path: string, text: string): void;
  read(path: string): string;
} {
  const cwd = temporaryFolder();
  const write = (path: string, text: string): void => {
    mkdirSync(join(cwd, path, ".."), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  write("given.json", printSnapshot(weather));
  return {
    ...{ cwd, write },
    run: (...args) => mcpGen(["client", ...args], { cwd, isTerminal: true }),
    read: (path) => readFileSync(join(cwd, path), "utf8"),
  };
}

describe("mcp-gen client", () => {
  it("writes a client of a snapshot, and nothing the second time", async () => {
    const { run, read } = project();
    const first = await run("given.json", "--out", out);
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toContain(
      `Wrote 7 files to ${out}: 3 tools, 1 prompt, 1 resource template`,
    );
    expect(first.stderr).toContain("import { connectWeather }");
    expect(read(`${out}/snapshot.json`)).toBe(printSnapshot(weather));
    expect((await run("given.json", "--out", out)).stderr).toContain(
      "is up to date",
    );
    const check = await run("--check", "--out", out);
    expect(check).toMatchObject({ code: 0, stdout: "" });
  });

  it("keeps its options, and generates of its own snapshot", async () => {
    const { run, read } = project();
    const options = ["--only", "get-*", "--guards", "off", "--name", "my-api"];
    await run(
      "given.json",
      "--out",
      out,
      ...options,
      "--runtime",
      "../mcp/index.js",
    );
    expect(read(`${out}/client.ts`)).toContain("connectMyApi");
    expect((await run("--out", out)).stderr).toContain("is up to date");
    expect((await run("given.json", "--out", out)).stderr).toContain(
      "is up to date",
    );
    const changed = await run("--out", out, "--guards", "on");
    expect(changed.code).toBe(0);
    expect(read(`${out}/client.ts`)).toContain('from "../mcp/index.js"');
    expect(read(`${out}/guards.ts`)).toContain("isGetSumArguments");
  });

  it("tells what is not as its snapshot gives it", async () => {
    const { run, write, read } = project();
    await run("given.json", "--out", out);
    write(`${out}/types.ts`, `${read(`${out}/types.ts`)}// mine\n`);
    const check = await run("--check", "--out", out);
    expect(check.code).toBe(1);
    expect(check.stdout).toContain(`edited ${out}/types.ts`);
    expect(check.stdout).toContain("-// mine");
    const json = await run("--check", "--out", out, "--format", "json");
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      status: "drift",
      connect: "connectWeather",
      counts: { tools: 3 },
    });
    const changed = { ...weather, tools: weather.tools.slice(1) };
    write("given.json", printSnapshot(changed));
    expect(await run("given.json", "--out", out)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Edited since they were generated"),
    });
    expect((await run("given.json", "--out", out, "--force")).code).toBe(0);
    expect(read(`${out}/types.ts`)).not.toContain("Forecast");
  });

  it("leaves out resources that a listed template describes", async () => {
    const { run, write, read } = project();
    const now = (...uris: string[]): string => {
      const instances = uris.map((uri) => ({ uri, name: uri }));
      const resources = [...weather.resources, ...instances];
      return printSnapshot({ ...weather, resources });
    };
    const [oslo, bergen] = [
      "weather://history/Oslo",
      "weather://history/Bergen",
    ];
    write("given.json", now(oslo));
    await run("given.json", "--out", out);
    expect(read(`${out}/snapshot.json`)).toBe(printSnapshot(weather));
    expect(read(`${out}/types.ts`)).not.toContain(oslo);
    for (const uris of [[oslo], [bergen], [oslo, bergen], []]) {
      write("now.json", now(...uris));
      for (const only of [[], ["--only", "*"], ["--only", "now"]]) {
        const folder = `${out}${only.length}${only.at(-1) === "now"}`;
        await run("given.json", "--out", folder, ...only);
        const check = await run("now.json", "--check", "--out", folder);
        expect(check).toMatchObject({
          code: 0,
          stdout: expect.stringContaining("no change"),
        });
        const same = await run("now.json", "--out", folder);
        expect(same.stderr).toContain("is up to date");
      }
    }
    // A snapshot of before may have them.
    write(`${out}/snapshot.json`, now(oslo));
    const check = await run("now.json", "--check", "--out", out);
    expect(check.stdout).toContain("no change");
  });

  it("tells what a server lists otherwise, and what that breaks", async () => {
    const { run, write } = project();
    await run("given.json", "--out", out);
    expect(await run("given.json", "--check", "--out", out)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("no change"),
    });
    const changed = { ...weather, tools: weather.tools.slice(0, 2) };
    write("now.json", printSnapshot(changed));
    const check = await run("now.json", "--check", "--out", out);
    expect(check.code).toBe(1);
    expect(check.stdout).toContain("breaks callers");
    expect(check.stdout).toContain("tool client");
    const added = {
      ...weather,
      tools: [
        ...weather.tools,
        { name: "new", inputSchema: { type: "object" } },
      ],
    };
    write("now.json", printSnapshot(added));
    expect((await run("now.json", "--check", "--out", out)).code).toBe(1);
    expect(
      (await run("now.json", "--check", "--out", out, "--breaking")).code,
    ).toBe(0);
  });

  it.each([
    [["given.json"], "No folder is named"],
    [["--out", out], `There is no ${out}/snapshot.json`],
    [["--check", "--out", out], `There is no ${out}/snapshot.json`],
    [
      ["given.json", "--out", out, "--breaking"],
      "--breaking needs --check and a server",
    ],
    [
      ["given.json", "--out", out, "--format", "github"],
      "--format github needs",
    ],
    [["a", "b", "--out", out], "There are more words than a server"],
    [
      ["given.json", "--out", out, "--emit", "client"],
      "The types are not emitted",
    ],
    [["broken.json", "--out", out], "broken.json describes no server"],
    [["nothing-here", "--out", out], 'There is no server "nothing-here"'],
  ])("refuses %j", async (args, message) => {
    const { run, write } = project();
    write("broken.json", "{}");
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("says that a server gives no list with a code of its own", async () => {
    const { run } = project();
    const { code, stderr } = await run(
      ...["--out", out, "--", process.execPath, "-e", "process.exit(3)"],
    );
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining("no-connection"),
    ]);
  });
});
