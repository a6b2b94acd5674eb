import type { SnapshotResourceTemplate } from "../snapshot/index.ts";
import type { SnapshotChange } from "./change.ts";
import { compareDetails } from "./details.ts";
import { changeOf, matchItems, type ItemPair } from "./lists.ts";
import { isExtended, variablesOf } from "./uri-templates.ts";

/** What differs between two lists of resource templates. */
export function compareTemplates(
  before: readonly SnapshotResourceTemplate[],
  after: readonly SnapshotResourceTemplate[],
): SnapshotChange[] {
  const same = matchItems(before, after, ({ uriTemplate }) => uriTemplate);
  // One that makes other addresses is known by its name, where one alone has it.
  const named = matchItems(same.gone, same.come, ({ name, uriTemplate }) =>
    isLone(name, same.gone) && isLone(name, same.come)
      ? `name ${name}`
      : `address ${uriTemplate}`,
  );
  return [
    ...named.gone.map((template) =>
      changeOf({
        ...placeOf(template),
        kind: "removed",
        rule: "template-removed",
        before: template.uriTemplate,
      }),
    ),
    ...[...same.both, ...named.both].flatMap(compareTemplate),
    ...named.come.map((template) =>
      changeOf({
        ...placeOf(template),
        kind: "added",
        rule: "template-added",
        after: template.uriTemplate,
      }),
    ),
  ];
}

function isLone(
  name: string,
  templates: readonly SnapshotResourceTemplate[],
): boolean {
  return templates.filter((one) => one.name === name).length === 1;
}

function placeOf({ name }: SnapshotResourceTemplate) {
  return {
    subject: "template",
    where: { list: "resourceTemplates", name },
  } as const;
}

function compareTemplate({
  before,
  after,
}: ItemPair<SnapshotResourceTemplate>): SnapshotChange[] {
  const details = compareDetails(before, after, placeOf(after), [
    "name",
    "uriTemplate",
  ]);
  return [
    ...compareAddresses(before, after),
    ...(before.name === after.name
      ? []
      : [
          changeOf({
            ...placeOf(after),
            kind: "renamed",
            rule: "template-renamed",
            before: before.name,
            after: after.name,
          }),
        ]),
    ...details,
  ];
}

function compareAddresses(
  before: SnapshotResourceTemplate,
  after: SnapshotResourceTemplate,
): SnapshotChange[] {
  const [old, now] = [before.uriTemplate, after.uriTemplate];
  if (old === now) return [];
  const [oldNames, nowNames] = [variablesOf(old), variablesOf(now)];
  const { where } = placeOf(after);
  const variable = (name: string) => ({
    subject: "variable" as const,
    where: { ...where, path: [name] },
  });
  return [
    changeOf({
      ...placeOf(after),
      kind: "changed",
      rule: isExtended(old, now) ? "template-extended" : "template-changed",
      before: old,
      after: now,
    }),
    ...oldNames
      .filter((name) => !nowNames.includes(name))
      .map((name) =>
        changeOf({
          ...variable(name),
          kind: "removed",
          rule: "variable-removed",
          before: "",
        }),
      ),
    ...nowNames
      .filter((name) => !oldNames.includes(name))
      .map((name) =>
        changeOf({
          ...variable(name),
          kind: "added",
          rule: "variable-added",
          after: "",
        }),
      ),
  ];
}
