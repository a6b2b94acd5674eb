import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { mcpGen, schema } from "../../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";
import { louder } from "./project.ts";
import { outputsOf } from "./workflow-outputs.ts";

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: {
    readonly update: {
      readonly env: Readonly<Record<string, string>>;
      readonly steps: readonly Step[];
    };
  };
}

const path = join(
  import.meta.dirname,
  "../../../templates/workflows/update.yml",
);
// Our own file.
const workflow = parse(readFileSync(path, "utf8")) as Workflow;
const { env: jobEnv, steps } = workflow.jobs.update;

interface Call {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, string>> | undefined;
}

/** What a code host answers about pull requests, and what it was asked. */
async function startPulls(): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  const open: { number: number; html_url: string }[] = [];
  const server: Server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const body = text === "" ? undefined : (JSON.parse(text) as Call["body"]);
      calls.push({ method, url, authorization: headers.authorization, body });
      if (method === "POST")
        open.push({ number: 7, html_url: "https://code.example/pulls/7" });
      const answer = method === "GET" ? open : open[0];
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  // A TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls };
}

function git(cwd: string, ...args: string[]): string {
  const person = ["-c", "user.name=P", "-c", "user.email=p@code.example"];
  const { status, stdout, stderr } = spawnSync("git", [...person, ...args], {
    cwd,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** A repository with a lock that knows a draft which has changed since, and its remote. */
async function createRemote(): Promise<{ folder: string; remote: string }> {
  const folder = temporaryFolder();
  const draft = "published/schema/draft/schema.ts";
  const cwd = join(folder, "work");
  writeTree(folder, { [draft]: schema, "work/.gitattributes": "* -text\n" });
  await mcpGen(
    [
      "update",
      "draft",
      "--out",
      "out",
      "--emit",
      "types",
      "--from",
      "../published",
    ],
    { cwd },
  );
  git(cwd, "init", "--quiet", "--initial-branch", "main");
  git(cwd, "add", "--all");
  git(cwd, "commit", "--quiet", "--message", "First");
  const remote = join(folder, "remote.git");
  git(folder, "clone", "--quiet", "--bare", "work", remote);
  writeTree(folder, { [draft]: louder });
  return { folder, remote };
}

/** Runs a workflow's steps in a new clone, as a runner does; tells which have run. */
async function runWorkflow(
  { folder, remote }: { folder: string; remote: string },
  api: string,
  name: string,
): Promise<string[]> {
  const cwd = join(folder, name);
  git(folder, "clone", "--quiet", remote, cwd);
  const said: Record<string, Record<string, string>> = {};
  const resolve = (text: string): string =>
    text.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, expression: string) => {
      if (expression === "github.token") return "the-token";
      if (expression === "github.ref_name") return "main";
      const [, id = "", output = ""] =
        /^steps\.(\w+)\.outputs\.(\w+)$/.exec(expression) ?? [];
      return said[id]?.[output] ?? "";
    });
  const applies = (condition = ""): boolean =>
    condition.split(" && ").every((one) => {
      const [, expression = "", sign, value] =
        /^([\w.]+) (==|!=) '(\w+)'$/.exec(one) ?? [];
      const is = resolve(`\${{ ${expression} }}`) === value;
      return one === "" || (sign === "==" ? is : !is);
    });
  const ran: string[] = [];
  for (const { id = "", name: title, run, if: condition, env = {} } of steps) {
    if (title === undefined || run === undefined) continue;
    if (!applies(condition)) continue;
    ran.push(title);
    const outputs = join(folder, `${name}-${ran.length}`);
    writeFileSync(outputs, "");
    const given = Object.entries({ ...jobEnv, ...env }).map(
      ([variable, value]) => [variable, resolve(value)] as const,
    );
    const variables = {
      ...Object.fromEntries(given),
      GITHUB_API_URL: api,
      GITHUB_REPOSITORY: "example/project",
      GITHUB_OUTPUT: outputs,
    };
    const [program, command, ...args] = run.trim().split(" ");
    if (program === "npx" && command === "mcp-gen") {
      const { code } = await mcpGen(args, { cwd, env: variables });
      expect(code).toBe(0);
    } else await runBash(run, cwd, variables);
    said[id] = outputsOf(readFileSync(outputs, "utf8"));
  }
  return ran;
}

async function runBash(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn("bash", ["-e", "-o", "pipefail", "-c", script], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.on("data", (chunk) => (told += String(chunk)));
  const code = await new Promise((done) => child.once("exit", done));
  expect(code, told).toBe(0);
}

const branch = "mcp-gen/update";
const all = [
  "Look for news, and generate",
  "Push a branch",
  "Open or update the pull request",
];

test("the ready workflow opens one pull request, and goes on with it", async () => {
  const repository = await createRemote();
  const { remote } = repository;
  const { url, calls } = await startPulls();
  expect(await runWorkflow(repository, url, "first")).toEqual(all);
  expect(git(remote, "show", "--stat", branch)).toContain("mcp-gen.lock.json");
  expect(git(remote, "show", `${branch}:out/draft/types.ts`)).toContain(
    "loud?: boolean",
  );
  expect(git(remote, "show", "main:out/draft/types.ts")).not.toContain("loud");
  const [asked, opened] = calls.splice(0);
  expect(asked?.url).toContain("head=example%3Amcp-gen%2Fupdate");
  expect(opened).toMatchObject({
    ...{ method: "POST", url: "/repos/example/project/pulls" },
    authorization: "Bearer the-token",
    body: { head: branch, base: "main" },
  });
  expect(opened?.body?.["title"]).toBe("Update the protocol: draft changed");
  expect(opened?.body?.["body"]).toContain("## `draft` changed");

  const tip = git(remote, "rev-parse", branch);
  expect(await runWorkflow(repository, url, "second")).toEqual(all);
  // Who looks at it need not look again.
  expect(git(remote, "rev-parse", branch)).toBe(tip);
  expect(calls.splice(0).map(({ method }) => method)).toEqual(["GET", "PATCH"]);
});

test("the ready workflow leaves a branch alone that someone has committed to", async () => {
  const repository = await createRemote();
  const { folder, remote } = repository;
  const { url, calls } = await startPulls();
  const person = join(folder, "person");
  git(folder, "clone", "--quiet", remote, person);
  git(person, "switch", "--quiet", "--create", branch);
  git(person, "commit", "--quiet", "--allow-empty", "--message", "Mine");
  git(person, "push", "--quiet", "origin", branch);
  const tip = git(remote, "rev-parse", branch);
  expect(await runWorkflow(repository, url, "first")).toEqual(all.slice(0, 2));
  expect(git(remote, "rev-parse", branch)).toBe(tip);
  expect(calls).toEqual([]);
});

test("the ready workflow asks for no more than it needs", () => {
  expect(workflow.permissions).toEqual({
    contents: "write",
    "pull-requests": "write",
  });
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used.map((one) => one.split("@")[0])).toEqual([
    "actions/checkout",
    "actions/setup-node",
  ]);
  // What a step has said stands in no script, where it would be read as one.
  for (const { run = "" } of steps) expect(run).not.toContain("${{");
});
