import { generate } from "../../src/index.ts";

/**
 * Writes `schema/schema.ts`, the types of a bundled revision edited as the page of own
 * schemas says, and `schema/words.ts` beside it.
 */
export async function vendorSchema(
  words: string,
  write: (name: string, text: string) => void,
): Promise<void> {
  const revisions = ["2025-11-25"];
  const { files } = await generate({ revisions, emit: ["types"] });
  const types = files.find(({ path }) => path === "2025-11-25/types.ts")?.text;
  if (types === undefined) throw new Error("there are no types");
  write(
    "schema/schema.ts",
    [
      'import type { AskedNotification, DefineRequest } from "./words.ts";',
      'export * from "./words.ts";',
      types
        .replace(
          "type ClientRequest =",
          "type ClientRequest =\n  | DefineRequest",
        )
        .replace(
          "type ServerNotification =",
          "type ServerNotification =\n  | AskedNotification",
        ),
    ].join("\n"),
  );
  write("schema/words.ts", words);
}
