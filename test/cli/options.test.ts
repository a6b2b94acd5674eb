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
