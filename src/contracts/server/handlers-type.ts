import { comment } from "../../emit/print/comment.ts";
import {
  brokenGroup,
  hardline,
  indent,
  lines,
  type Doc,
} from "../../emit/print/layout.ts";
import type { Item } from "../../emit/print/module.ts";
import { propertyName } from "../../emit/print/names.ts";
import { typeArguments } from "../../emit/print/type-syntax.ts";
import { docText } from "../../emit/print/doc-text.ts";
import type { Listed, SnapshotPrompt } from "../snapshot/index.ts";
import { templateType } from "./template-type.ts";
import type { ServedTool, ServerPlan } from "./plan.ts";

/** The interface of the functions that a server is made of. */
export function handlersType({ name, description, tools }: ServerPlan): Item {
  const { prompts, resources, resourceTemplates } = description;
  const groups = [
    group(
      "tools",
      "By the names of the tools.",
      tools.map(({ tool, ...one }) => member(tool.name, tool, toolType(one))),
    ),
    group(
      "prompts",
      "By the names of the prompts.",
      prompts.map((prompt) => member(prompt.name, prompt, promptType(prompt))),
    ),
    group(
      "resources",
      "By their addresses.",
      resources.map((resource) =>
        member(resource.uri, resource, "ResourceHandler"),
      ),
    ),
    group(
      "resourceTemplates",
      "By their templates.",
      resourceTemplates.map((template) =>
        member(
          template.uriTemplate,
          template,
          templateType(template.uriTemplate),
        ),
      ),
    ),
  ].filter((one) => one !== undefined);
  return {
    kind: "type",
    exported: true,
    name: `${name}Handlers`,
    comment: comment(
      "What the server does: each function is called with what was checked.",
    ),
    text: [`interface ${name}Handlers `, braces(groups)],
  };
}

function group(
  name: string,
  about: string,
  members: readonly Doc[],
): Doc | undefined {
  if (members.length === 0) return undefined;
  return lines(comment(about), [`readonly ${name}: `, braces(members), ";"]);
}

/** A member, a line each. */
function braces(members: readonly Doc[]): Doc {
  if (members.length === 0) return "{}";
  return brokenGroup("{", indent(hardline, lines(...members)), hardline, "}");
}

function member(name: string, { description }: Listed, type: Doc): Doc {
  const text = docText(description ?? "");
  const declared: Doc = [`readonly ${propertyName(name)}: `, type, ";"];
  return text === "" ? declared : lines(comment(text), declared);
}

function toolType({ input, output }: Omit<ServedTool, "tool">): Doc {
  return typeArguments("ToolHandler", [
    `types.${input.type}`,
    ...(output === undefined ? [] : [`types.${output.type}`]),
  ]);
}

function promptType({ arguments: given = [] }: SnapshotPrompt): Doc {
  const members = given.map(
    ({ name, required }) =>
      `readonly ${propertyName(name)}: { readonly required: ${required === true} };`,
  );
  return ["PromptHandler<", braces(members), ">"];
}
