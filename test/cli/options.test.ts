import { expect, test } from "vitest";
import { generate, UsageError } from "../../src/index.ts";
import { bundledRevisions } from "../../src/spec/revisions.ts";

const newest = bundledRevisions().at(-1)?.id ?? "";

test.each([
  [{ emit: ["gards"] }, 'did you mean "guards"?'],
  [{ emit: [] }, undefined],
  [{ target: "jsx" }, 'did you mean "js"?'],
  [{ importExtension: "js" }, 'did you mean ".js"?'],
  [{ jsonSchema: "published" }, "there are corrected, official"],
])("the library refuses %j", async (options, hint) => {
  // As a caller in JavaScript may write it.
  const call = generate({ revisions: [newest], ...(options as object) });
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ code: "invalid-option", hint });
});

test("the library checks facts as the command line does", async () => {
  const facts = { capability: [] } as object;
  await expect(generate({ revisions: [newest], facts })).rejects.toMatchObject({
    code: "invalid-facts",
    message: expect.stringContaining("capabilities") as string,
  });
});

test("without docs, no prose of the protocol comes through", async () => {
  const { files } = await generate({ revisions: [newest], docs: false });
  const prose = files.filter(({ text }) => text?.includes("@see"));
  expect(prose.map(({ path }) => path)).toEqual([]);
  const types = files.find(({ path }) => path.endsWith("/types.ts"));
  expect(types?.text).toContain("@format uri");
});

test.each([
  ["./own/runtime.js", ".ts", '"./own/runtime.ts"'],
  ["./own/runtime", ".js", '"./own/runtime.js"'],
  ["own-runtime/index.js", ".ts", '"own-runtime/index.js"'],
] as const)(
  "the runtime %s is imported as %s asks",
  async (runtime, importExtension, want) => {
    const emit = ["server"] as const;
    const { files } = await generate({
      revisions: [newest],
      emit,
      runtime,
      importExtension,
    });
    const server = files.find(({ path }) => path.endsWith("/server.ts"));
    expect(server?.text).toContain(`from ${want};`);
  },
);
