import { build } from "esbuild";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;

/** The modules that a program links, from which code stays. */
async function linked(contents: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    external: ["node:*"],
    write: false,
    metafile: true,
    absWorkingDir: root,
    logLevel: "silent",
  });
  const folder = "src/runtime/";
  return Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path)
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length));
}

test("a client over HTTP links no server, no stdio and nothing of Node", async () => {
  const files = await linked(`
    import { buildClient } from "./src/runtime/client/create-client.ts";
    import { httpTransport } from "./src/runtime/http-client.ts";
    await buildClient([], { info: {} }, () => ({})).connect(httpTransport({ url: "" }));`);
  expect(files).toContain("http/client/stateless/stateless-client.ts");
  const foreign = files.filter(
    (path) =>
      /server|serve-|stdio|node/.test(path) || path.startsWith("features/tool"),
  );
  expect(foreign).toEqual([]);
});

test("a client over stdio links no HTTP", async () => {
  const files = await linked(`
    import { buildClient } from "./src/runtime/client/create-client.ts";
    import { spawnStdio } from "./src/runtime/spawn-stdio.ts";
    await buildClient([], { info: {} }, () => ({})).connect(spawnStdio({ command: "a" }));`);
  expect(files).toContain("stdio/spawn.ts");
  expect(files.filter((path) => path.startsWith("http"))).toEqual([]);
});
