import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle, type Bundle } from "../interop/bundle.ts";
import {
  everythingProgram,
  startListening,
} from "../interop/everything/start.ts";
import { temporaryFolder, writeTree } from "../output/folder.ts";
import { call, callJson } from "./terminal-call.ts";

const node = JSON.stringify(process.execPath);
const everything = `${node} ${JSON.stringify(everythingProgram())}`;

let example: Bundle;
beforeAll(async () => {
  example = await bundle("../../templates/example/server.ts");
});
afterAll(() => example.remove());

test("the official reference server over stdio: its answer, and its own words apart", async () => {
  const sum = await call([everything, "get-sum", "-a", "a=1", "-a", "b=2.5"]);
  expect(sum).toMatchObject({
    code: 0,
    stdout: "The sum of 1 and 2.5 is 3.5.\n",
  });
  expect(sum.stderr).toContain("Starting default (STDIO) server");
});

test("the official reference server over HTTP", async () => {
  const { port, end } = await startListening("streamableHttp");
  const url = `127.0.0.1:${port}/mcp`;
  const args = [url, "completion/complete", "-a", "ref.type=ref/prompt"];
  const more = [
    "-a",
    "ref.name=completable-prompt",
    "-a",
    "argument.name=department",
    "-a",
    "argument.value=E",
  ];
  const { code, stdout } = await call([...args, ...more]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Engineering\n" });
  const overview = await callJson([url, "-q"]);
  expect(overview).toMatchObject({
    serverInfo: { name: "mcp-servers/everything" },
    resourceTemplates: [{}, {}],
  });
  await end();
});

test("the example, as an entry of an mcp.json, in each lifecycle", async () => {
  const cwd = temporaryFolder();
  const weather = { command: process.execPath, args: [example.file] };
  writeTree(cwd, { ".mcp.json": JSON.stringify({ mcpServers: { weather } }) });
  for (const revision of ["2024-11-05", "2026-07-28"]) {
    const args = ["weather", "forecast", "-a", "city=Oslo"];
    const { code, stdout } = await call([...args, "--revision", revision], {
      cwd,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ sky: "snow", celsius: -4 });
  }
});

const built = join(import.meta.dirname, "../../dist/cli.js");

test.runIf(existsSync(built))(
  "what the package ships calls a command line behind --",
  () => {
    const args = [
      "call",
      "weather://Oslo",
      "--",
      process.execPath,
      example.file,
    ];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [built, ...args],
      { encoding: "utf8", cwd: temporaryFolder() },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({ sky: "snow", celsius: -4 });
  },
);
