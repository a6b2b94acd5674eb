export type {
  News,
  NewsKind,
  SchemaState,
  UpdatedOutput,
  UpdateOptions,
  UpdateReport,
} from "./report.ts";
export { update } from "./update.ts";
