import { InputError } from "../../src/base/diagnostics/error.ts";
import { publishedFile } from "../../src/project/upstream/file.ts";
import { publishedSchemas } from "../../src/project/upstream/layout.ts";
import type { Upstream } from "../../src/project/upstream/upstream.ts";

/** An upstream of texts by their paths, such as `schema/draft/schema.ts`. */
export function memoryUpstream(
  files: Readonly<Record<string, string>>,
  {
    name = "example/protocol",
    commit,
  }: { name?: string; commit?: string } = {},
): Upstream {
  return {
    name,
    ...(commit !== undefined && { commit }),
    list: () => Promise.resolve(publishedSchemas(Object.keys(files))),
    read({ path }) {
      const text = files[path];
      return text === undefined
        ? Promise.reject(
            new InputError("not-published", `${name} has no ${path}`),
          )
        : Promise.resolve(publishedFile(name, path, Buffer.from(text)));
    },
  };
}
