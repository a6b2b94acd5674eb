import { mkdirSync, symlinkSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { InputError } from "../../src/base/diagnostics/error.ts";
import { sha256 } from "../../src/base/digest.ts";
import { fetchSchema } from "../../src/revisions/fetch.ts";
import { load } from "../../src/revisions/load.ts";
import { readSchema } from "../../src/revisions/source.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";

/** The address of a server that goes with the test. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

test("a schema from a path is limited in size", async () => {
  const read = readSchema({ path: "/dev/zero" });
  await expect(read).rejects.toMatchObject({ code: "too-large" });
});

test("so is a model", async () => {
  const read = load("/dev/zero");
  await expect(read).rejects.toMatchObject({ code: "too-large" });
});

describe("a schema from an address", () => {
  test("is read with its digest, and recorded without secrets", async () => {
    const text = "export interface A {}";
    const address = await serve((_, response) => response.end(text));
    const url = `${address.replace("//", "//user:hunter2@")}/schema.ts?token=s3cr3t#x`;
    // An error must not show them either.
    await expect(readSchema({ url })).rejects.toThrow(InputError);
    await expect(readSchema({ url })).rejects.not.toThrow(/hunter2|s3cr3t/);
    const schema = await readSchema({ url: `${address}/schema.ts?token=1` });
    expect(schema.text).toBe(text);
    expect(schema.source).toEqual({
      url: `${address}/schema.ts`,
      sha256: sha256(text),
    });
    expect(schema.readSibling("./other.ts", schema.path)).toBeUndefined();
  });

  test("may be redirected within HTTP", async () => {
    const address = await serve(({ url }, response) => {
      if (url === "/end") return response.end("found");
      return response.writeHead(302, { location: "/end" }).end();
    });
    const bytes = await fetchSchema(`${address}/start`);
    expect(Buffer.from(bytes).toString()).toBe("found");
  });

  test.each([
    ["file:///etc/passwd", "redirects to file"],
    ["data:text/plain,x", "redirects to data"],
    ["/again", "too many redirects"],
    [
      "http://localhost:1/schema.ts",
      "redirects to http://localhost:1/schema.ts",
    ],
    [
      "http://127.0.0.1:1/schema.ts",
      "redirects to http://127.0.0.1:1/schema.ts",
    ],
  ])("is not redirected to %s", async (location, reason) => {
    const address = await serve((_, response) =>
      response.writeHead(301, { location }).end(),
    );
    await expect(fetchSchema(address)).rejects.toThrow(reason);
  });

  test.each([
    ["http://user:secret@HOST/schema.ts", "a name or password"],
    ["http://secret@HOST/schema.ts", "a name or password"],
    ["//user:secret@HOST/schema.ts?key=secret", "a name or password"],
    ["http://user:secret@[bad", "no address"],
    ["http://elsewhere.example/?key=secret", "http://elsewhere.example/"],
  ])(
    "is not redirected to %s, nor shows what is secret",
    async (to, reason) => {
      const address = await serve(({ headers }, response) => {
        const location = to.replace("HOST", headers.host ?? "");
        response.writeHead(302, { location }).end();
      });
      const error: unknown = await fetchSchema(address).catch(
        (thrown: unknown) => thrown,
      );
      const text = inspect(error, { depth: Infinity });
      expect(text).toContain(reason);
      expect(text).not.toContain("secret");
    },
  );

  test.each(["http://user:secret@", "http://user:secret@[bad?key=secret"])(
    "has an address, or an error that does not show it: %s",
    async (address) => {
      const error: unknown = await fetchSchema(address).catch(
        (thrown: unknown) => thrown,
      );
      const text = inspect(error, { depth: Infinity });
      expect(text).toContain("it is no address");
      expect(text).not.toContain("secret");
    },
  );

  test("is limited in size", async () => {
    const address = await serve((_, response) => response.end("x".repeat(200)));
    const fetched = fetchSchema(address, { maxBytes: 100 });
    await expect(fetched).rejects.toMatchObject({ code: "too-large" });
    expect(await fetchSchema(address, { maxBytes: 200 })).toHaveLength(200);
  });

  test("is limited in time", async () => {
    const address = await serve((_, response) => response.write("x"));
    const fetched = fetchSchema(address, { timeout: 50 });
    await expect(fetched).rejects.toThrow("no answer in time");
  });

  test("must be found", async () => {
    const address = await serve((_, response) =>
      response.writeHead(404).end("no"),
    );
    await expect(fetchSchema(address)).rejects.toThrow("the answer is 404");
  });

  test("must not be a web page", async () => {
    const address = await serve((_, response) =>
      response.setHeader("content-type", "text/html; charset=utf-8").end("<p>"),
    );
    await expect(fetchSchema(address)).rejects.toMatchObject({
      hint: "give the address of the raw file",
    });
  });

  test("says why nobody answers", async () => {
    await expect(fetchSchema("http://127.0.0.1:1/")).rejects.toThrow(
      /^Cannot fetch http:\/\/127.0.0.1:1\/: (?!fetch failed)/,
    );
  });
});

describe("a schema from a path", () => {
  test("has the name that it was given, and the digest of its text", async () => {
    const folder = temporaryFolder();
    writeTree(folder, { "schema.ts": "\ufeffexport {};" });
    const path = join(folder, "schema.ts");
    const schema = await readSchema({ path, file: "./schema.ts" });
    expect(schema).toMatchObject({
      path: "./schema.ts",
      text: "export {};",
      source: { sha256: sha256("export {};") },
    });
  });

  test("must exist, and be UTF-8", async () => {
    const folder = temporaryFolder();
    await expect(
      readSchema({ path: join(folder, "none.ts") }),
    ).rejects.toMatchObject({ code: "unreadable" });
    const text = new Uint8Array([0xff, 0xfe, 0x00]);
    await expect(readSchema({ text })).rejects.toMatchObject({
      code: "not-utf8",
    });
  });

  test("reads siblings in its folder and below, and nowhere else", async () => {
    const folder = temporaryFolder();
    writeTree(folder, {
      "secret.ts": "secret",
      "in/schema.ts": "",
      "in/common.ts": "common",
      "in/deep/more.ts": "more",
    });
    symlinkSync("../secret.ts", join(folder, "in/link.ts"));
    mkdirSync(join(folder, "in/folder.ts"));
    const { path, readSibling } = await readSchema({
      path: join(folder, "in/schema.ts"),
      file: "in/schema.ts",
    });
    expect(readSibling("./common.ts", path)).toEqual({
      path: "in/common.ts",
      text: "common",
    });
    const more = readSibling("./deep/more.ts", path);
    expect(more).toEqual({ path: "in/deep/more.ts", text: "more" });
    expect(readSibling("../common.ts", "in/deep/more.ts")?.text).toBe("common");
    expect(readSibling("./none.ts", path)).toBeUndefined();
    expect(readSibling("./link.ts", path)).toBeUndefined();
    expect(readSibling("../secret.ts", path)).toBeUndefined();
    expect(readSibling("./folder.ts", path)).toBeUndefined();
  });
});
