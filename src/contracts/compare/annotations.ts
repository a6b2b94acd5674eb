import { isJsonObject } from "../../base/json-object.ts";
import type { SnapshotTool } from "../snapshot/index.ts";
import type { SnapshotChange, SnapshotRule } from "./change.ts";
import { compareDetails } from "./details.ts";
import { changeOf } from "./lists.ts";

/** What a tool promises, and what it is without a word; the value that promises more. */
const hints = {
  readOnlyHint: { without: false, promises: true },
  destructiveHint: { without: true, promises: false },
  idempotentHint: { without: false, promises: true },
  openWorldHint: { without: true, promises: false },
} as const;

/** What a tool says of its behaviour. */
export function compareAnnotations(
  before: SnapshotTool,
  after: SnapshotTool,
): SnapshotChange[] {
  const [old, now] = [
    objectOf(before, "annotations"),
    objectOf(after, "annotations"),
  ];
  const where = { list: "tools", name: after.name } as const;
  const changed = Object.entries(hints).flatMap(
    ([name, { without, promises }]) => {
      const [was, is] = [old, now].map((one) => one[name] ?? without);
      if (was === is) return [];
      return [
        changeOf({
          kind: "changed",
          subject: "annotation",
          rule: is === promises ? "hint-gained" : "hint-lost",
          where: { ...where, part: name },
          before: String(was),
          after: String(is),
        }),
      ];
    },
  );
  const others = compareDetails(
    old,
    now,
    { subject: "annotation", where },
    Object.keys(hints),
  );
  return [...changed, ...others];
}

/** Whether calls of a tool may be tasks. */
export function compareTasks(
  before: SnapshotTool,
  after: SnapshotTool,
): SnapshotChange[] {
  const [old, now] = [
    objectOf(before, "execution"),
    objectOf(after, "execution"),
  ];
  const [was, is] = [supportOf(old), supportOf(now)];
  const where = { list: "tools", name: after.name } as const;
  const place = { subject: "annotation", where } as const;
  return [
    ...(was === is
      ? []
      : [
          changeOf({
            ...place,
            kind: "changed",
            rule: taskRule(is),
            where: { ...where, part: "taskSupport" },
            before: was,
            after: is,
          }),
        ]),
    ...compareDetails(old, now, place, ["taskSupport"]),
  ];
}

function supportOf({ taskSupport }: Record<string, unknown>): string {
  return typeof taskSupport === "string" ? taskSupport : "forbidden";
}

function taskRule(is: string): SnapshotRule {
  if (is === "required") return "task-required";
  return is === "optional" ? "task-offered" : "task-refused";
}

function objectOf(tool: SnapshotTool, key: string): Record<string, unknown> {
  const value = tool[key];
  return isJsonObject(value) ? value : {};
}
