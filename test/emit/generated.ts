import {
  generate,
  type GenerateOptions,
  type GenerateReport,
} from "../../src/index.ts";

/** What the library generates in memory: revisions and files, in their order. */
export async function generated(
  options: GenerateOptions,
): Promise<Pick<GenerateReport, "revisions" | "files">> {
  const { revisions, files } = await generate(options);
  return { revisions, files };
}
