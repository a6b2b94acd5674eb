import path from "node:path";
import { pathToFileURL } from "node:url";
import { check } from "prettier";
import { describe, expect, test } from "vitest";
import { folderOf } from "../support/typescript.ts";
import { hostileStubs } from "./hostile-stubs.ts";

const files = hostileStubs({ target: "ts", importExtension: ".ts" });

describe("stubs of a hostile schema", () => {
  test("are formatted", async () => {
    for (const { path, text } of files) {
      expect([path, await check(text, { parser: "typescript" })]).toEqual([
        path,
        true,
      ]);
    }
  });

  test("come with the errors of the runtime, and what connects them", () => {
    const index = files.find(({ path }) => path.endsWith("/index.ts"));
    expect(index?.text).toContain("connect,");
    expect(index?.text).toContain('} from "../runtime/index.ts";');
  });

  // The CI tier compiles them.
  test("look up no prototype", async () => {
    const folder = folderOf(
      hostileStubs({ target: "js", importExtension: ".js" }),
    );
    const file = path.join(folder, "hostile/dispatch.js");
    const dispatch = await import(/* @vite-ignore */ pathToFileURL(file).href);
    expect(Object.keys(dispatch.requests)).toContain("__proto__");
    expect(dispatch.isRequestMethod("constructor")).toBe(true);
    expect(dispatch.isRequestMethod("toString")).toBe(false);
    expect(dispatch.isNotificationMethod("__proto__")).toBe(false);
    expect(dispatch.chooseResult("then", {})?.type).toBe("ThenResult");
  });
});
