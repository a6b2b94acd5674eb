import type { Protocol } from "../../schema/model/index.ts";
import { generatedMark } from "./marks.ts";

/** The comment that opens an emitted file: what it holds, and where it comes from. */
export function fileHeader(protocol: Protocol, content: string): string[] {
  const { revision, source } = protocol;
  const origin = source?.url ?? "a local schema.ts";
  const digest = source === undefined ? "" : `, sha256 ${source.sha256}`;
  return [
    `${content} of the Model Context Protocol, revision ${revision}.`,
    "",
    generatedMark,
    `Schema: ${origin}${digest}`,
  ];
}
