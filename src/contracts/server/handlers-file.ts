import { comment } from "../../emit/print/comment.ts";
import { block, lines, print, type Doc } from "../../emit/print/layout.ts";
import { objectKey, quote } from "../../emit/print/names.ts";
import type { ServerPlan } from "./plan.ts";
import type { ServerSettings } from "./settings.ts";

/**
 * The text of `handlers.ts`: a function for each that is described, to be filled in. It is
 * written once, and is its author's from then on.
 */
export function handlersFile(
  { name, description, tools }: ServerPlan,
  {
    target,
    importExtension,
  }: Pick<ServerSettings, "target" | "importExtension">,
): string {
  const ending = target === "js" ? ".js" : importExtension;
  const specifier = ending === "none" ? "./server" : `./server${ending}`;
  const { prompts, resources, resourceTemplates } = description;
  const groups: Doc[] = [
    group(
      "tools",
      tools.map(({ tool }) => [tool.name, "args"]),
    ),
    group(
      "prompts",
      prompts.map((prompt) => [prompt.name, "args"]),
    ),
    group(
      "resources",
      resources.map(({ uri }) => [uri, "uri"]),
    ),
    group(
      "resourceTemplates",
      resourceTemplates.map(({ uriTemplate }) => [uriTemplate, "variables"]),
    ),
  ].flat();
  const type = `${name}Handlers`;
  const head: Doc[] =
    target === "ts"
      ? [
          `import type { ${type} } from ${quote(specifier)};`,
          "",
          comment(
            "What the server does. This file is yours: no later run replaces it.",
          ),
        ]
      : [
          comment(
            `What the server does. This file is yours: no later run replaces it.\n\n@type {import(${quote(specifier)}).${type}}`,
          ),
        ];
  const declared = target === "ts" ? `handlers: ${type}` : "handlers";
  return `${print(lines(...head, [`export const ${declared} = `, block(...groups), ";"]))}\n`;
}

function group(
  name: string,
  members: readonly (readonly [name: string, parameter: string])[],
): Doc[] {
  if (members.length === 0) return [];
  return [
    [
      `${name}: `,
      block(...members.map(([one, parameter]) => stub(one, parameter))),
      ",",
    ],
  ];
}

/** What is thrown is told to who calls: that nobody has written it yet. */
function stub(name: string, parameter: string): Doc {
  const message = quote(`${name} is not implemented yet`);
  return [
    `async ${objectKey(name)}(_${parameter}) `,
    block(`throw new Error(${message});`),
    ",",
  ];
}
