import { exec, execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { redisMissing } from "../runtime/sessions/support/redis.ts";
import { compile } from "./compile.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** Runs an example to its end. Returns what it prints before "Done", with equal addresses. */
async function run(...args: string[]): Promise<string> {
  return runWith({}, ...args);
}

/** The same, with something else in its environment. */
async function runWith(
  more: Readonly<Record<string, string | undefined>>,
  ...args: string[]
): Promise<string> {
  const command = ["templates/build/examples/index.js", ...args];
  const env = { ...process.env, ...more };
  const options = { cwd: root, env };
  const { stdout } = await execute(process.execPath, command, options);
  const [printed = "", rest] = stdout.split("\nDone. ");
  expect(rest).toBe("`npm run example -- --help` lists all examples.\n");
  return printed.replaceAll(/127\.0\.0\.1:\d+/g, "HOST");
}

/** What follows a command, up to the next one. */
function after(printed: string, command: string): string[] {
  const parts = printed.split("\n$ ").slice(1);
  const part = parts.find((one) => one.split("\n")[0]?.includes(command));
  if (part === undefined) throw new Error(`no ${command} in:\n${printed}`);
  return part.trimEnd().split("\n").slice(1);
}

const forecast = [
  "| weather 1.0.0",
  "Speaks 2026-07-28; offers tools",
  "",
  "Tools (1)",
  "| forecast(city: string)",
  "|   Tells tomorrow's weather in a city",
];

describe.concurrent("npm run example", () => {
  test("alone: the pair speaks both generated revisions, and compiles", async () => {
    const printed = await run();
    const emitted = after(printed, "generate 2025-11-25 2026-07-28").join("\n");
    expect(emitted).toMatch(
      /^Generated \d+ files with [\d,]+ lines in templates\/examples\/pair\/mcp:$/m,
    );
    expect(emitted).toMatch(/^  2026-07-28\/ .*\bguards\.ts, /m);
    const asked = [
      "  tools: forecast, places",
      "  progress: looked at the sky",
      '  answer: {"sky":"snow","celsius":-4}',
    ];
    expect(after(printed, "client.ts")).toEqual([
      "weather speaks 2026-07-28",
      ...asked,
      "weather speaks 2025-11-25",
      ...asked,
    ]);
    expect(compile("templates/examples/pair")).toBe("");
  });

  test("typed-client: calls are typed, and a newer server is told apart", async () => {
    const printed = await run("typed-client");
    expect(after(printed, "client.ts")).toEqual([
      "Oslo: -4, -3",
      "The tool says: No such city: Atlantis",
      "Not sent: weather: get-forecast: days: expected at most 14, found number",
      "Lisbon in 2024: much like this year",
      "What do I pack for Lisbon?",
      "Drift: get-forecast: arguments",
    ]);
    const [emitted = ""] = after(printed, 'server.ts" --out weather');
    expect(emitted).toContain("in templates/examples/typed-client/weather:");
    expect(
      after(printed, 'check "node --import mcp-gen/typescript server.ts"'),
    ).toEqual(["weather 1.0.0 (2026-07-28): no change"]);
    expect(after(printed, "--next").join("\n")).toContain(
      'argument get-forecast arguments.units: "C" | "F"',
    );
    expect(compile("templates/examples/typed-client")).toBe("");
  });

  test("stdio: the client uses all that the server offers", async ({
    onTestFinished,
  }) => {
    const printed = after(await run("stdio"), "client.ts");
    expect(printed).toEqual([
      "notes speaks 2026-07-28",
      "Tool write_note: Writes a note, or replaces it",
      "Tool delete_note: Deletes a note, if its owner agrees",
      'Written: {"uri":"note://garden","characters":18}',
      "Told: notifications/resources/list_changed",
      "note://shopping: Milk, bread, two lemons",
      "note://garden: Water the tomatoes",
      "The server asks: Delete the note shopping? We say yes.",
      "The note is gone.",
      "Prompt, user: Put the note note://garden in good order.",
    ]);
    // And so do the programs as they are built.
    const built = mkdtempSync(join(root, "templates/examples/dist-"));
    onTestFinished(() => rmSync(built, { recursive: true }));
    const more = ["--noEmit", "false", "--outDir", built];
    expect(compile("templates/examples", more)).toBe("");
    const { stdout } = await execute(process.execPath, [
      join(built, "stdio/client.js"),
    ]);
    expect(stdout.trimEnd().split("\n")).toEqual(printed);
  });

  test("http: one client hears what the other does", async () => {
    const printed = await run("http");
    expect(after(printed, "http.ts")).toEqual(["Listening on http://HOST/mcp"]);
    expect(after(printed, "client.ts")).toEqual([
      "Ann is connected, and speaks 2026-07-28",
      "Ben is connected, and speaks 2026-07-28",
      "Ann hears: notifications/resources/updated",
      "Ann reads: Ben: Lunch at noon?",
      "Ben hears: 3 …",
      "Ben hears: 2 …",
      "Ben hears: 1 …",
      "Ben gets: Lift-off!",
    ]);
    expect(after(printed, "/health")).toEqual(["ok"]);
  });

  test.each(["express", "fastify", "hono"])(
    "%s: the application answers at its own route, and as a server",
    async (name) => {
      const printed = await run(name);
      const snow = ['{"sky":"snow","celsius":-4}'];
      expect(after(printed, "curl http://HOST/weather/Oslo")).toEqual(snow);
      expect(after(printed, "call http://HOST/mcp")).toEqual(forecast);
      expect(after(printed, "--arg city=Oslo")).toEqual(snow);
    },
  );

  test("protected: a stranger is told where to log in, a program may read alone", async () => {
    const metadata =
      'resource_metadata="http://HOST/.well-known/oauth-protected-resource/mcp"';
    expect(after(await run("protected"), "client.ts")).toEqual([
      "A stranger gets 401, and is told where to log in:",
      `  Bearer scope="notes:read", ${metadata}`,
      "A program reads. Notes of nightly: none",
      "It may not write: it gets 403, and is told why:",
      `  Bearer error="insufficient_scope", scope="notes:read notes:write", ${metadata}`,
    ]);
  });

  test("login: a person is asked for what is needed, and not again", async () => {
    const printed = await run("login");
    const person = "(Here a person says yes in the browser.)";
    expect(after(printed, '"Call Bob"')).toEqual([
      person,
      person,
      "You have 1 now.",
      "Notes of ada: Call Bob",
    ]);
    expect(after(printed, '"Call Ann"')).toEqual([
      "You have 2 now.",
      "Notes of ada: Call Bob, Call Ann",
    ]);
    expect(after(printed, "--sign-out")).toEqual(["Signed out."]);
  });

  test("worker: the runtime of Cloudflare answers", async () => {
    const printed = await run("worker");
    expect(after(printed, "call http://HOST/mcp")).toEqual(forecast);
    expect(after(printed, "--arg city=Oslo")).toEqual(["snow, -4 °C"]);
  });

  test("extension: a method and a notification of one's own, in both lifecycles", async () => {
    const asked = ["  looking for rain on 2 pages", "  rain: water that falls"];
    expect(after(await run("extension"), "client.ts")).toEqual([
      "dictionary speaks 2026-07-28",
      ...asked,
      "dictionary speaks 2025-11-25",
      ...asked,
      "A stranger gets -32021: The client does not declare what this needs: extensions.com.example/words",
    ]);
    expect(compile("templates/examples/extension")).toBe("");
  });

  test("tasks: calls go on, ask, are taken up again, and are cancelled", async () => {
    const written = "The report of 2025 has 3 chapters.";
    expect(after(await run("tasks"), "client.ts")).toEqual([
      written,
      "The server asks: Shred 12 reports? We say yes.",
      "12 reports are gone.",
      "The server says: working",
      written,
      "tools/call: its task was cancelled: cancelled by its client",
    ]);
  });

  // Without a PATH, nobody finds a redis-server.
  const memory = { PATH: "", REDIS_URL: undefined };
  test.for([
    ["in memory", memory, undefined],
    ["on Redis", { REDIS_URL: undefined }, redisMissing],
  ] as const)(
    "scale-out, %s: three processes are one to the client, and it is told when one dies",
    async ([where, env, missing], { skip }) => {
      skip(missing !== undefined, missing);
      const printed = await runWith(env, "scale-out");
      expect(after(printed, "cluster.ts")).toEqual([
        `Three processes ${where}`,
        "Listening on http://HOST/mcp",
      ]);
      const lines = after(printed, "client.ts");
      const processOf = (part: string) =>
        /rocess (\d)/.exec(
          lines.find((line) => line.includes(part)) ?? "",
        )?.[1];
      const tea = ["  Boil …", "  Pour …", "  Wait …"];
      expect(
        lines.map((line) => line.replace(/rocess \d/, "rocess N")),
      ).toEqual([
        "Process N has opened a session.",
        ...tea,
        "Tea of process N.",
        "The server asks: Order 2 cups? We say yes.",
        "Process N has ordered 2 cups.",
        "The answer went to process N.",
        "Process N works on a task.",
        "Process N has counted 40 cups.",
        "Asked for it: processes 1, 2, 3.",
        "  Process N begins …",
        "The server process that worked on this request ended before it was answered",
        ...tea,
        "Tea of process N.",
      ]);
      const three = ["opened", "ordered", "answer"].map(processOf);
      expect(new Set(three).size).toBe(3);
      // The dead one is not asked again.
      expect(lines.at(-1)).not.toContain(`process ${processOf("begins")}.`);
    },
  );

  test("telemetry: a call and its question are one trace, in both lifecycles", async () => {
    const printed = await run("telemetry");
    expect(after(printed, "client.ts")).toEqual([
      "2025-11-25: 2 cups are ordered.",
      "2026-07-28: 2 cups are ordered.",
      "The traces are at http://HOST/",
    ]);
    const shown = after(printed, "curl http://HOST/").map((line) =>
      line.replaceAll(/(?<=\S) {2,}/g, " "),
    );
    expect(shown).toEqual([
      "trace",
      "initialize desk CLIENT",
      "   initialize shop SERVER",
      "",
      "trace",
      "tools/call order desk CLIENT",
      "   tools/call order shop SERVER",
      "      elicitation/create shop CLIENT",
      "         elicitation/create desk SERVER",
      "      write the order shop INTERNAL",
      "",
      "trace",
      "server/discover desk CLIENT",
      "   server/discover shop SERVER",
      "",
      "trace",
      "tools/call order desk CLIENT",
      "   tools/call order shop SERVER",
      "   elicitation/create desk SERVER",
      "   tools/call order shop SERVER",
      "      write the order shop INTERNAL",
    ]);
  });

  test("types-only: guards read what the official SDK says, and find what is wrong", async () => {
    const printed = await run("types-only");
    expect(after(printed, "main.ts")).toEqual([
      "client asks initialize",
      "server answers initialize with InitializeResult",
      "client tells notifications/initialized",
      "client asks tools/list",
      "server answers tools/list with ListToolsResult",
      "The tools: add",
      "client calls the tool add",
      "server answers tools/call with CallToolResult",
      "client asks tools/call (not valid: name: expected a string, found number)",
      "server answers with an error",
    ]);
    expect(compile("templates/examples/types-only")).toBe("");
  });

  test("--keep leaves the server to be tried, until Ctrl-C", async () => {
    const program = execFile(
      process.execPath,
      ["templates/build/examples/index.js", "http", "--keep"],
      { cwd: root },
    );
    let printed = "";
    await new Promise<void>((resolve, reject) => {
      program.stdout?.on("data", (data) => {
        printed += String(data);
        if (printed.includes("Ctrl-C ends it.")) resolve();
      });
      program.once("exit", () => reject(new Error(printed)));
    });
    const [url = ""] = /http:\S+\/mcp/.exec(printed) ?? [];
    // As it is printed, in the folder that is named.
    const command = `npx mcp-gen call ${url} countdown`;
    expect(printed).toContain(`  ${command}\n`);
    const cwd = join(root, "templates/examples/http");
    const tried = await promisify(exec)(command, { cwd });
    expect(tried.stdout).toContain("Lift-off!");
    const health = url.replace("/mcp", "/health");
    expect((await fetch(health)).status).toBe(200);
    const ended = new Promise((resolve) => program.once("exit", resolve));
    program.kill("SIGINT");
    expect(await ended).toBe(0);
    await expect(fetch(health)).rejects.toThrow("fetch failed");
  });
});
