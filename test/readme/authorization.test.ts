import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import {
  startAuthorizationServer,
  type AuthorizationServer,
  type AuthorizationServerOptions,
} from "../support/auth/index.ts";
import { freePort } from "../support/free-ports.ts";
import { until } from "../runtime/wait.ts";
import { namedBlock, readPage } from "./blocks.ts";
import { writeExample } from "./write.ts";

const root = join(import.meta.dirname, "../..");
const program = (page: string, name: string): string =>
  namedBlock(`docs/guides/${page}.md`, name);
const listens = program("authorization", "listen.ts");
let folder: string;

// Within the repository, because the examples import what is installed there.
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Where the examples are, in the place of their addresses. */
interface Surroundings {
  readonly issuer: string;
  readonly port: number;
  /** Of the web application. */
  readonly appPort?: number;
}

async function start(
  options: AuthorizationServerOptions = {},
): Promise<Surroundings & { readonly as: AuthorizationServer }> {
  const as = await startAuthorizationServer(options);
  return { as, issuer: as.issuer, port: await freePort() };
}

/** The example, as it runs on this machine: its addresses are on loopback, and let through. */
function placed(text: string, at: Surroundings): string {
  return text
    .replaceAll("https://login.example.com", at.issuer)
    .replaceAll("https://mcp.example.com", `http://127.0.0.1:${at.port}`)
    .replaceAll("mcp.example.com", "127.0.0.1")
    .replaceAll("https://app.example.com", `http://127.0.0.1:${at.appPort}`)
    .replaceAll("4000", `${at.appPort}`)
    .replaceAll("3000", `${at.port}`)
    .replaceAll("jwt({ issuer", "jwt({ allowLoopback: true, issuer")
    .replaceAll("oauth({", "oauth({ allowLoopback: true,");
}

interface Running {
  readonly child: ChildProcess;
  readonly printed: () => string;
}

/** Starts a program, which ends with the test. */
async function run(
  text: string,
  at: Surroundings,
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const place = mkdtempSync(join(folder, "program-"));
  const write = (name: string, written: string): void =>
    writeExample(join(place, name), placed(written, at));
  write("program.ts", text);
  write("protected.ts", program("authorization", "protected.ts"));
  const outfile = join(place, "program.mjs");
  await build({
    entryPoints: [join(place, "program.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const env = { PATH: "", HOME: folder, CI: "1", ...environment };
  const child = spawn(process.execPath, [outfile], { env, stdio: "pipe" });
  onTestFinished(() => void child.kill());
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => (printed += data));
  return { child, printed: () => printed };
}

/** Starts a program that listens at a port. */
async function serve(
  text: string,
  at: Surroundings,
  port = at.port,
): Promise<void> {
  const { child, printed } = await run(text, at);
  let isOpen = false;
  await until(() => {
    if (child.exitCode !== null) throw new Error(printed());
    void fetch(`http://127.0.0.1:${port}/`).then(
      () => (isOpen = true),
      () => {},
    );
    return isOpen;
  });
}

/** Runs a program of a person's to its end; they go where they are sent. */
async function use(text: string, at: Surroundings): Promise<string> {
  const { child, printed } = await run(text, at);
  const visited = new Set<string>();
  await until(() => {
    for (const [url] of printed().matchAll(/http:\S+\/authorize\?\S+/g)) {
      if (visited.has(url)) continue;
      visited.add(url);
      void fetch(url);
    }
    return child.exitCode !== null;
  });
  expect(child.exitCode, printed()).toBe(0);
  return printed();
}

const wellKnown = "/.well-known/oauth-protected-resource";

describe("the first screens", () => {
  test("protect a server, and log in to it: once for all that it may, and not again", async () => {
    const { as, ...at } = await start();
    await serve(listens, at);
    const url = `http://127.0.0.1:${at.port}`;
    const stranger = await fetch(`${url}/mcp`, { method: "POST" });
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get("www-authenticate")).toContain(
      `resource_metadata="${url}${wellKnown}/mcp"`,
    );
    const login = program("authorization-client", "terminal.ts");
    const printed = await use(login, at);
    expect(printed).toContain("The notes of");
    expect(printed).toContain("Gone.");
    // To be let in, and for more than that.
    expect(
      as.asked("authorize").map((asked) => asked.url.searchParams.get("scope")),
    ).toEqual([
      expect.stringContaining("notes:read"),
      expect.stringContaining("notes:write"),
    ]);
    expect(await use(login, at)).toContain("Gone.");
    expect(as.asked("authorize")).toHaveLength(2);
  });
});

describe("the pages of authorization", () => {
  test.each(["express.ts", "hono.ts"])(
    "serves the metadata in an application: %s",
    async (framework) => {
      const { as, ...at } = await start();
      const text = program("authorization", framework);
      await serve(text, at);
      const url = `http://127.0.0.1:${at.port}`;
      const answer = await fetch(`${url}${wellKnown}/mcp`);
      expect(await answer.json()).toMatchObject({
        resource: `${url}/mcp`,
        authorization_servers: [as.issuer],
        scopes_supported: ["notes:read"],
      });
      expect((await fetch(`${url}/mcp`, { method: "POST" })).status).toBe(401);
    },
  );

  test("logs in from a web application, in two calls", async () => {
    const { as: _, ...started } = await start();
    const at = { ...started, appPort: await freePort() };
    await serve(listens, at);
    await serve(program("authorization-client", "web.ts"), at, at.appPort);
    // A browser follows all redirects.
    const answer = await fetch(`http://127.0.0.1:${at.appPort}/connect`);
    expect(await answer.text()).toBe("Connected: list, clear");
  });
});

describe("the page of what is checked has the bounds of the code", () => {
  const bounds = readPage("docs/guides/authorization-security.md");
  const source = (file: string): string =>
    readFileSync(join(root, "src/runtime/auth", file), "utf8");

  test.each([
    [
      "Finding out where",
      "60 s",
      "client/discovery/discover.ts",
      "longest = 60_000",
    ],
    [
      "Finding out where",
      "8 auth",
      "client/discovery/discover.ts",
      "mostServers = 8",
    ],
    [
      "An answer to a",
      "1 MiB",
      "client/fetch/safe-fetch.ts",
      "maxBytes = 2 ** 20",
    ],
    [
      "An answer to a",
      "30 s",
      "client/fetch/safe-fetch.ts",
      "timeout = 30_000",
    ],
    ["One request", "6 times", "client/attach.ts", "maxSent = 6"],
    ["Redirections", "5", "client/fetch/safe-fetch.ts", "maxRedirects = 5"],
    [
      "A login of a web",
      "10 min",
      "client/code-flow/web-login.ts",
      "patienceMs = 600_000",
    ],
    [
      "Logins under way",
      "64",
      "client/code-flow/pending-logins.ts",
      "mostLogins = 64",
    ],
    ["Registrations", "16", "client/registration/kept.ts", "mostClients = 16"],
    [
      "Scopes that",
      "4,096",
      "client/discovery/scope-list.ts",
      "longest = 4_096",
    ],
    ["Origins whose", "100", "client/dpop/nonces.ts", "maxOrigins = 100"],
  ])("%s: %s", (row, bound, file, written) => {
    const line = bounds.split("\n").find((one) => one.startsWith(`| ${row}`));
    expect(line?.split("|")[2]).toContain(bound);
    expect(source(file)).toContain(written);
  });
});

test("the page of logins names every reason that there is", () => {
  const errors = readFileSync(
    join(root, "src/runtime/auth/client/errors.ts"),
    "utf8",
  );
  const reasons = [...errors.matchAll(/^ {2}\| "([\w-]+)"/gm)];
  const page = readPage("docs/guides/authorization-client.md");
  const table = page.slice(page.indexOf("| `login-required`"));
  const named = [...table.matchAll(/^\| `([a-z-]+)` +\| [A-Z]/gm)];
  expect(named.map(([, one]) => one)).toEqual(reasons.map(([, one]) => one));
});
