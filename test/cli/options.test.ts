import { expect, test } from "vitest";
import { generate, UsageError, type Protocol } from "../../src/index.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";

const newest = bundledRevisions().at(-1)?.id ?? "";
const oldest = bundledRevisions().at(0)?.id ?? "";

test.each([
  [{ emit: ["gards"] }, 'did you mean "guards"?'],
  [{ emit: [] }, undefined],
  [{ target: "jsx" }, 'did you mean "js"?'],
  [{ importExtension: "js" }, 'did you mean ".js"?'],
  [{ with: ["auht"] }, 'did you mean "auth"?'],
  [{ with: ["auth"], runtime: "mcp-gen/runtime" }, expect.any(String)],
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
  // The runtime explains itself, whatever the protocol says.
  const prose = files.filter(
    ({ path, text }) => !path.startsWith("runtime/") && text?.includes("@see"),
  );
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

const ownError = {
  errors: [{ name: "PARSE_ERROR_2", code: -32099, reason: "ours", page: "x" }],
};

test("an added fact takes the place of one of the same name", async () => {
  const errors = [-32001, -32003].map((code) => ({
    name: "RESOURCE_NOT_FOUND",
    code,
    reason: "ours",
    page: "x",
  }));
  const { files } = await generate({
    revisions: [oldest],
    emit: ["dispatch"],
    facts: { errors },
  });
  const dispatch = files.find(({ path }) => path.endsWith("/dispatch.ts"));
  const lines = dispatch?.text?.match(/RESOURCE_NOT_FOUND: .*/g);
  expect(lines).toEqual(["RESOURCE_NOT_FOUND: -32003,"]);
});

test("a strict run keeps the facts that a model was made with", async () => {
  const emit = ["protocol"] as const;
  const made = await generate({ revisions: [oldest], emit, facts: ownError });
  const text = made.files.find(({ path }) => path.endsWith("/protocol.json"));
  const model = JSON.parse(text?.text ?? "") as Protocol;
  const again = await generate({ protocols: [model], emit, strict: true });
  expect(again.files).toContainEqual(text);
});
