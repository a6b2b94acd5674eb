import { canonicalText } from "../../schema/json-schema/index.ts";
import type {
  SnapshotPrompt,
  SnapshotPromptArgument,
} from "../snapshot/index.ts";
import type { SnapshotChange, SnapshotRule } from "./change.ts";
import { compareDetails } from "./details.ts";
import { changeOf, matchItems, withRenames, type ItemPair } from "./lists.ts";

/** What differs between two lists of prompts. */
export function comparePrompts(
  before: readonly SnapshotPrompt[],
  after: readonly SnapshotPrompt[],
): SnapshotChange[] {
  const { both, gone, come, renamed } = withRenames(
    matchItems(before, after, ({ name }) => name),
    bodyOf,
  );
  return [
    ...gone.map((prompt) =>
      changeOf({
        ...placeOf(prompt),
        kind: "removed",
        rule: "prompt-removed",
        before: "",
      }),
    ),
    ...renamed.map((pair) =>
      changeOf({
        ...placeOf(pair.after),
        kind: "renamed",
        rule: "prompt-renamed",
        before: pair.before.name,
        after: pair.after.name,
      }),
    ),
    ...both.flatMap(comparePrompt),
    ...come.map((prompt) =>
      changeOf({
        ...placeOf(prompt),
        kind: "added",
        rule: "prompt-added",
        after: "",
      }),
    ),
  ];
}

function placeOf({ name }: SnapshotPrompt) {
  return { subject: "prompt", where: { list: "prompts", name } } as const;
}

/** All but what it is called; a prompt that says nothing else is like many. */
function bodyOf({ name, title, ...body }: SnapshotPrompt): string | undefined {
  const saysEnough = (body.description ?? "") !== "";
  return saysEnough ? canonicalText(body) : undefined;
}

function comparePrompt({
  before,
  after,
}: ItemPair<SnapshotPrompt>): SnapshotChange[] {
  const { both, gone, come } = matchItems(
    before.arguments ?? [],
    after.arguments ?? [],
    ({ name }) => name,
  );
  const where = (argument: SnapshotPromptArgument) => ({
    list: "prompts" as const,
    name: after.name,
    part: "arguments",
    path: [argument.name],
  });
  const subject = "argument" as const;
  return [
    ...gone.map((argument) =>
      changeOf({
        kind: "removed",
        subject,
        rule: "argument-removed",
        where: where(argument),
        before: textOf(argument),
      }),
    ),
    ...come.map((argument) =>
      changeOf({
        kind: "added",
        subject,
        rule: argument.required ? "required-argument-added" : "argument-added",
        where: where(argument),
        after: textOf(argument),
      }),
    ),
    ...both.flatMap((pair) => [
      ...comparePresence(pair, where(pair.after)),
      ...compareDetails(
        pair.before,
        pair.after,
        { subject, where: where(pair.after) },
        ["name", "required"],
      ),
    ]),
    ...compareDetails(before, after, placeOf(after), ["name", "arguments"]),
  ];
}

function comparePresence(
  { before, after }: ItemPair<SnapshotPromptArgument>,
  where: SnapshotChange["where"],
): SnapshotChange[] {
  const [was, is] = [before, after].map(({ required }) => required === true);
  if (was === is) return [];
  const rule: SnapshotRule = is ? "argument-required" : "argument-optional";
  const turn = { before: textOf(before), after: textOf(after) };
  return [
    changeOf({ kind: "changed", subject: "argument", rule, where, ...turn }),
  ];
}

/** Every argument of a prompt is a text. */
function textOf({ required }: SnapshotPromptArgument): string {
  return required === true ? "string" : "string | undefined";
}
