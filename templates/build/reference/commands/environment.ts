import { variables } from "../../../../src/cli/commands/help/variables.ts";
import { code, prose, table } from "../markdown.ts";

/** The variables of the environment that commands read. */
export function environmentSection(): string {
  return `## Environment variables

${table(
  ["Variable", "Read by", "What it is for"],
  Object.entries(variables).map(([name, { commands, says }]) => [
    code(name),
    commands.map((command) => `[\`${command}\`](#${command})`).join(", "),
    prose(says),
  ]),
)}

An entry of an \`mcp.json\` may name more: \`\${NAME}\`, \`\${NAME:-default}\` and \`\${env:NAME}\` stand for the variable \`NAME\`. \`--env NAME\` hands a variable on to the server.

Programs read three more. A server on the runtime reports unknown fields of tools, and names the counterparts of options of other libraries, unless \`NODE_ENV\` is \`production\`, and repeated actions if \`MCP_GEN_DEV\` is \`1\`, which \`mcp-gen dev\` sets. An HTTP server that \`init\` wrote listens on \`PORT\`.`;
}
