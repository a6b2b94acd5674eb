import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  checkDescribed,
  keptOf,
  writeDescribed,
  type Described,
} from "../../src/contracts/write.ts";
import { generate } from "../../src/project/api/generate.ts";

let out = "";
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), "described-"));
});
afterEach(() => rmSync(out, { recursive: true }));

const described: Described = {
  files: [{ path: "index.ts", text: "export {};\n" }],
  made: { by: "client", options: { only: ["get_*"] } },
  runtime: "../mcp/index.js",
  source: { kind: "description", text: "{}" },
};

describe("a folder that is made of a description", () => {
  it("is written once, with what a later run keeps", async () => {
    const statuses = async (): Promise<string[]> =>
      (await writeDescribed(out, described)).map(({ status }) => status);
    expect(await statuses()).toEqual(["created", "created", "created"]);
    expect(await statuses()).toEqual(["unchanged", "unchanged", "unchanged"]);
    expect(keptOf(out, "client")).toEqual({
      options: { only: ["get_*"] },
      runtime: "../mcp/index.js",
    });
    expect(keptOf(out, "server")).toBeUndefined();
    expect(await checkDescribed(out, described)).toMatchObject({ fresh: true });
  });

  it("keeps what someone has edited, but for force", async () => {
    await writeDescribed(out, described);
    const file = join(out, "index.ts");
    writeFileSync(file, "mine\n");
    const check = await checkDescribed(out, described);
    expect(check.fresh).toBe(false);
    expect(check.files[1]).toMatchObject({
      status: "edited",
      diff: expect.stringContaining("-mine\n+export {};"),
    });
    const changed = {
      ...described,
      files: [{ path: "index.ts", text: "1;\n" }],
    };
    await expect(writeDescribed(out, changed)).rejects.toThrow("Edited since");
    await writeDescribed(out, changed, { force: true });
    expect(readFileSync(file, "utf8")).toBe("1;\n");
  });

  it("is never that of another command, nor the other way round", async () => {
    await writeDescribed(out, described);
    const other = {
      ...described,
      made: { by: "server", options: {} },
    } as const;
    await expect(
      writeDescribed(out, other, { force: true }),
    ).rejects.toMatchObject({
      code: "in-the-way",
      message: "The folder holds what mcp-gen client has written",
    });
    await expect(
      generate({
        revisions: ["2025-06-18"],
        emit: ["types"],
        out,
        force: true,
      }),
    ).rejects.toThrow("The folder holds what mcp-gen client has written");
  });
});
