import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

const page = "server/tools";

const isError =
  "The tool failed, and `content` says why. The model reads it and can try again; an error of the protocol never reaches it.";

export const toolDescriptions: readonly DescriptionFact[] = [
  ...describes(page, {
    Tool: "A function that a server lets a model call.",
    "Tool.name":
      "What calls name. Unlike that of any other tool of the server; letters, digits, `_`, `-` and `.` work everywhere.",
    "Tool.description":
      "What the tool does, when to use it and when not. The model chooses by it.",
    "Tool.inputSchema":
      "A JSON Schema of the arguments. Its root is an object; one without properties takes none.",
    "Tool.inputSchema.$schema":
      "The dialect of the schema; 2020-12 where it is left out.",
    "Tool.inputSchema.properties": "The arguments, by name.",
    "Tool.inputSchema.required": "The arguments that a call must have.",
    "Tool.outputSchema":
      "A JSON Schema of `structuredContent`. A tool that has one answers each call with what fits it.",
    "Tool.outputSchema.$schema":
      "The dialect of the schema; 2020-12 where it is left out.",
    "Tool.outputSchema.properties": "The fields of the result, by name.",
    "Tool.outputSchema.required": "The fields that each result has.",
    "Tool.annotations":
      "How the tool behaves, by its own word. No ground to trust it on.",
    "Tool.execution": "How the tool is to be run.",
    "Tool._meta": "Data about the tool itself.",
    ToolAnnotations:
      "How a tool behaves, by its own word: nobody has checked it, so a client must not trust it unless it trusts the server.",
    "ToolAnnotations.title":
      "What people see. A `title` of the tool itself goes first.",
    "ToolAnnotations.readOnlyHint":
      "`true`: a call changes nothing. Left out, `false`.",
    "ToolAnnotations.destructiveHint":
      "`true`: a call may overwrite or delete; `false`: it only adds. Left out, `true`. Without meaning where `readOnlyHint` is `true`.",
    "ToolAnnotations.idempotentHint":
      "`true`: the same call a second time changes nothing more. Left out, `false`. Without meaning where `readOnlyHint` is `true`.",
    "ToolAnnotations.openWorldHint":
      "`true`: the tool reaches what nobody has listed, as a web search does; `false`: it stays in a world of its own, as a memory does. Left out, `true`.",
    ToolExecution: "How a tool is to be run.",
    "ToolExecution.taskSupport":
      "Whether a call `forbidden`, `optional`ly or `required`ly runs as a task. Left out, `forbidden`.",
    "ListToolsResult.tools": "The tools of this page.",
    "CallToolRequestParams.name": "Which tool.",
    "CallToolRequestParams.arguments":
      "Values by name, as the tool's `inputSchema` wants them.",
    "CallToolResult.content":
      "What the model reads. With `structuredContent`, the same as text, for clients that know no other.",
    "CallToolResult.isError": `${isError} Left out, the call went well.`,
  }),
  ...describes(
    page,
    {
      "CallToolResult.structuredContent":
        "The result for programs: an object that fits the tool's `outputSchema`.",
    },
    { until: "2026-07-28" },
  ),
  ...describes(
    page,
    {
      "CallToolResult.structuredContent":
        "The result for programs: any JSON value that fits the tool's `outputSchema`.",
    },
    { since: "2026-07-28" },
  ),
];
