import type { GeneratedFile } from "../../../emit/output/index.ts";
import type {
  UpdatedOutput,
  UpdateReport,
} from "../../../project/update/index.ts";

/** What `update --format json` prints; file contents stay in the folders. */
export interface JsonUpdateReport extends Omit<UpdateReport, "outputs"> {
  /** `news` and `fresh` are of a run that writes nothing. */
  status: "done" | "news" | "fresh";
  /** The outputs, without what is in their files. */
  outputs: JsonUpdatedOutput[];
}

/** An output folder, and what becomes of it. */
export interface JsonUpdatedOutput extends Omit<UpdatedOutput, "files"> {
  /** The files, without what is in them. */
  files: Omit<GeneratedFile, "text">[];
}
