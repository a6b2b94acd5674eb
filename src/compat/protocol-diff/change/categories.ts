import type { ChangeKind, Subject } from "./change.ts";

export const changeKinds: readonly ChangeKind[] = [
  "added",
  "removed",
  "renamed",
  "changed",
  "documentation",
];

export const subjects: readonly Subject[] = [
  "lifecycle",
  "batches",
  "feature",
  "method",
  "direction",
  "capability",
  "params",
  "result",
  "type",
  "field",
  "union member",
  "enum member",
  "constant",
  "error",
];
