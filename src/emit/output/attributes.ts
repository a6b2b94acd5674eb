import type { EmittedFile } from "../print/module.ts";
import { generatedMark } from "../print/marks.ts";
import { byCodeUnit } from "../../base/order.ts";
import { manifestPath } from "./manifest.ts";
import { attributesPath } from "./path.ts";

/** Checkouts have the line ends that were written, on each platform. */
const attributes = "text eol=lf linguist-generated gitlab-generated";

/**
 * Tells git, and so the code hosts, which files are generated: they are folded in
 * reviews, and left out of statistics. What else lies beside them is not named.
 */
export function attributesFile(files: readonly EmittedFile[]): EmittedFile {
  const tops = files.map(({ path }) => {
    const slash = path.indexOf("/");
    return slash === -1 ? path : `${path.slice(0, slash)}/**`;
  });
  const patterns = new Set([attributesPath, manifestPath, ...tops]);
  const lines = [...patterns]
    .sort(byCodeUnit)
    .map((pattern) => `/${pattern} ${attributes}\n`);
  return {
    path: attributesPath,
    text: [`# ${generatedMark}\n`, ...lines].join(""),
  };
}
