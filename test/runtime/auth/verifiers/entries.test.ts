import { build } from "esbuild";
import { expect, test } from "vitest";

test.each([
  ["jwt", ["jose"]],
  ["introspection", ["oauth4webapi"]],
  ["server", []],
])(
  "the entry %s needs these packages and no other: %j",
  async (entry, peers) => {
    const { metafile } = await build({
      entryPoints: [`src/runtime/auth/${entry}.ts`],
      bundle: true,
      write: false,
      metafile: true,
      packages: "external",
      format: "esm",
      // Not one module of Node's either.
      platform: "neutral",
    });
    const outputs = Object.values(metafile.outputs);
    const imported = outputs.flatMap(({ imports }) =>
      imports.filter(({ external }) => external).map(({ path }) => path),
    );
    expect([...new Set(imported)]).toEqual(peers);
  },
);
