import {
  snapshotRules,
  type SnapshotEffect,
} from "../../../../src/contracts/compare/index.ts";
import {
  rules,
  type Effect,
} from "../../../../src/compat/protocol-diff/index.ts";
import { subjects } from "../../../../src/compat/protocol-diff/index.ts";
import { changeKinds } from "../../../../src/compat/protocol-diff/index.ts";
import { code, prose, table } from "../markdown.ts";

/** What `diff` tells apart, and what each rule decides. */
export function diffSection(): string {
  const dashed = (name: string): string => code(name.replace(" ", "-"));
  return `## Between two revisions

\`mcp-gen diff\` tells each change with its kind, its subject and the rule that judges it. \`--category\` takes kinds and subjects:

- Kinds: ${changeKinds.map(dashed).join(", ")}.
- Subjects: ${subjects.map(dashed).join(", ")}.

A rule says what a change does on the wire:

- **breaks older receivers**: a newer sender may send what an older receiver refuses.
- **breaks older senders**: a newer receiver refuses what an older sender may send.
- **compatible**: neither of them.

In the JSON, \`rule\` is the name, and \`effect\` has both verdicts.

${table(
  ["Rule", "Says", "On the wire"],
  Object.entries(rules).map(([name, { says, effect }]) => [
    code(name),
    prose(says),
    verdict(effect),
  ]),
)}`;
}

function verdict({ olderReceivers, olderSenders }: Effect): string {
  const broken = [
    ...(olderReceivers === "breaking" ? ["receivers"] : []),
    ...(olderSenders === "breaking" ? ["senders"] : []),
  ];
  return broken.length === 0
    ? "compatible"
    : `breaks older ${broken.join(" and ")}`;
}

/** What `client --check` tells apart, and what each rule decides. */
export function snapshotsSection(): string {
  return `## Between two snapshots

\`mcp-gen client <server> --check\` tells what a server lists otherwise than before. Each change has a rule, which says what it does to callers who use the older snapshot:

- **breaks callers**: what they send is refused, or what comes back is not what they read.
- **may break callers**: nobody can prove that it does not.
- **compatible**: neither of them.

In the JSON, \`rule\` is the name, and \`effect\` is \`breaking\`, \`possible\` or \`compatible\`. The guide is [Drift](../guides/drift.md).

${table(
  ["Rule", "Says", "For callers"],
  Object.entries(snapshotRules).map(([name, { says, effect }]) => [
    code(name),
    prose(says),
    callers[effect],
  ]),
)}`;
}

const callers: Readonly<Record<SnapshotEffect, string>> = {
  breaking: "breaks callers",
  possible: "may break callers",
  compatible: "compatible",
};
