import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { load } from "../../../src/revisions/load.ts";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import { emitGuards } from "./emitted.ts";

/** No revision's guards may grow beyond this without someone looking. */
const largest = 14_000;

it("a bundle of one guard holds the checks that it needs, and no other", async () => {
  const { text } = emitGuards(await load("2025-11-25"));
  const bundle = await bundled(text, "isTextContent");
  expect(functionNames(bundle)).toEqual(
    [
      "isTextContent",
      "checkAnnotations",
      "checkTextContent",
      "checkRole",
      "hasFields",
      "leavesOut",
      "nullMark",
      "fail",
      "within",
    ].sort(),
  );
});

it.each(bundledRevisions().map(({ id }) => id))(
  "the size of the guards of %s",
  async (revision) => {
    const { text } = emitGuards(await load(revision));
    const bundle = await bundled(text, "*", true);
    const bytes = gzipSync(bundle).length;
    console.log(
      `${revision}: all guards, minified and gzipped: ${bytes} bytes`,
    );
    expect(bytes).toBeLessThan(largest);
  },
);

/** Bundles a module that re-exports a guard, or all of them. */
async function bundled(
  text: string,
  name: string,
  minify = false,
): Promise<string> {
  const what = name === "*" ? "*" : `{ ${name} }`;
  const result = await build({
    stdin: { contents: `export ${what} from "guards";` },
    bundle: true,
    format: "esm",
    minify,
    write: false,
    plugins: [
      {
        name: "guards",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^guards$/ }, ({ path }) => ({
            path,
            namespace: "guards",
          }));
          onLoad({ filter: /./, namespace: "guards" }, () => ({
            contents: text,
          }));
        },
      },
    ],
  });
  return result.outputFiles[0]?.text ?? "";
}

function functionNames(code: string): string[] {
  return code
    .split("\n")
    .filter((line) => line.startsWith("function "))
    .map((line) => line.slice("function ".length, line.indexOf("(")))
    .sort();
}
