import { comment } from "../../emit/print/comment.ts";
import {
  brokenGroup,
  call,
  group,
  hardline,
  indent,
  join,
  line,
  lines,
  list as listed,
  type Doc,
} from "../../emit/print/layout.ts";
import { printJsonExpression } from "../../emit/print/json.ts";
import type { FunctionItem } from "../../emit/print/module.ts";
import { objectKey, quote } from "../../emit/print/names.ts";
import { isIdentifierName } from "../../schema/model/identifier.ts";
import { isJsonObject } from "../../base/json-object.ts";
import type { SnapshotPrompt } from "../snapshot/index.ts";
import type { ServedTool, ServerPlan } from "./plan.ts";

/** The function that makes the features of what was described, and of their handlers. */
export function featuresFunction({
  name,
  description,
  tools,
}: ServerPlan): FunctionItem {
  const { prompts, resources, resourceTemplates } = description;
  const groups = {
    tools: tools.map(({ tool }) => tool.name),
    prompts: prompts.map((prompt) => prompt.name),
    resources: resources.map(({ uri }) => uri),
    resourceTemplates: resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  };
  const checks = Object.entries(groups)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => requires(kind, names));
  const features = [
    ...tools.map(toolFeature),
    ...prompts.map(promptFeature),
    ...resources.map((resource) =>
      made("describedResource", resource, [
        handlerOf("resources", resource.uri, ["uri", "context"]),
      ]),
    ),
    ...resourceTemplates.map((template) =>
      made("describedTemplate", template, [
        handlerOf("resourceTemplates", template.uriTemplate, [
          ...["variables", "context", "uri"],
        ]),
      ]),
    ),
  ];
  return {
    kind: "function",
    exported: true,
    name: featuresName(name),
    comment: comment(
      "The features that were described, for the `features` of a server. Throws a TypeError\nwhere a handler is missing.",
    ),
    parameters: [{ name: "handlers", type: `${name}Handlers` }],
    returns: "runtime.Feature[]",
    body: [...checks, ["return ", listOf(features), ";"]],
  };
}

/** What it is called. */
export function featuresName(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}Features`;
}

/** One item below the other. */
function listOf(items: readonly Doc[]): Doc {
  if (items.length === 0) return "[]";
  const rows = items.map((item): Doc => [item, ","]);
  return brokenGroup("[", indent(hardline, lines(...rows)), hardline, "]");
}

function requires(kind: string, names: readonly string[]): Doc {
  const list = listed("[", names.map(quote), "]");
  const args = [quote(kind), list, `handlers.${kind}`];
  return [call("requireHandlers", args), ";"];
}

function toolFeature({ tool, input, output }: ServedTool): Doc {
  const { inputSchema, outputSchema, ...described } = tool;
  const said = {
    ...described,
    // What is no object cannot be that of a constant.
    ...(!isJsonObject(inputSchema) && { inputSchema }),
    ...(output && !isJsonObject(outputSchema) && { outputSchema }),
  };
  return made("describedTool", said, [
    `schemas.${input.constant}`,
    output === undefined ? "undefined" : `schemas.${output.constant}`,
    handlerOf("tools", tool.name, ["args", "context"]),
  ]);
}

function promptFeature(prompt: SnapshotPrompt): Doc {
  const given = (prompt.arguments ?? []).map(
    ({ name, required }): Doc =>
      `${objectKey(name)}: { required: ${required === true} },`,
  );
  const args =
    given.length === 0
      ? "{}"
      : brokenGroup("{", indent(hardline, lines(...given)), hardline, "}");
  return made("describedPrompt", prompt, [
    args,
    handlerOf("prompts", prompt.name, ["args", "context"]),
  ]);
}

/** What stands before the arguments of such a call: in a list, in a function. */
const margin = " ".repeat(6);

/** A call that is given what was described, and never stands on one line. */
function made(name: string, described: object, args: readonly Doc[]): Doc {
  const [first = "", ...rows] = printJsonExpression(described, margin).split(
    "\n",
  );
  const json = lines(first, ...rows.map((row) => row.slice(margin.length)));
  const all = [json, ...args];
  const body = indent(hardline, join([",", hardline], all));
  return brokenGroup(name, "(", body, ",", hardline, ")");
}

/** A function that calls a handler as a method: it may be one of an object of a class. */
function handlerOf(
  kind: string,
  name: string,
  parameters: readonly string[],
): Doc {
  const member = isIdentifierName(name) ? `.${name}` : `[${quote(name)}]`;
  const called = call(`handlers.${kind}${member}`, parameters);
  return group(`(${parameters.join(", ")}) =>`, indent(line, called));
}
