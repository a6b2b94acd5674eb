import { build } from "esbuild";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;

const createServer = `
  import { createServer, tool } from "./generated/index.ts";
  const add = tool("add", {}, () => "done");
  const server = createServer({
    info: { name: "a", version: "1" },
    features: [add],
  });`;

const programs = {
  stdio: `${createServer}
  import { serveStdio } from "./src/runtime/serve-stdio.ts";
  await serveStdio(server);`,
  worker: `${createServer}
  import { createHttpHandler } from "./src/runtime/http.ts";
  export default { fetch: createHttpHandler(server) };`,
  node: `${createServer}
  import { listen } from "./src/runtime/http-node.ts";
  await listen(server);`,
};

/** The files of the runtime whose code a bundle holds. */
async function linked(program: keyof typeof programs): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: programs[program], resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: program === "worker" ? "neutral" : "node",
    write: false,
    metafile: true,
    absWorkingDir: root,
    logLevel: "silent",
  });
  const folder = "src/runtime/";
  return Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(
      ([path, { bytesInOutput }]) =>
        bytesInOutput > 0 && path.startsWith(folder),
    )
    .map(([path]) => path.slice(folder.length));
}

const isHttp = (path: string): boolean => path.startsWith("http");
const isStdio = (path: string): boolean => path.startsWith("stdio/");
const needsNode = (path: string): boolean =>
  isStdio(path) || path.startsWith("http/server/node/");

test("a server over stdio links no HTTP", async () => {
  const files = await linked("stdio");
  expect(files.filter(isStdio)).toContain("stdio/serve.ts");
  expect(files.filter(isHttp)).toEqual([]);
});

test("a worker links no stdio, and nothing that needs Node", async () => {
  const files = await linked("worker");
  expect(files.filter(isHttp)).toContain("http/server/stateless/endpoint.ts");
  expect(files.filter(needsNode)).toEqual([]);
});

test("a server over HTTP on Node links no stdio, and not the other face", async () => {
  const files = await linked("node");
  expect(files.filter(isHttp)).toContain("http/server/stateless/endpoint.ts");
  expect(files.filter(isStdio)).toEqual([]);
  expect(files).not.toContain("http/server/web/handler.ts");
});
