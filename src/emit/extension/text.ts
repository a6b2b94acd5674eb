import { printText } from "../stubs/texts.ts";
import type { ExtensionView } from "./view.ts";

/** What an editor says of an extension's value, with how it is named. */
export function valueText(
  { part }: ExtensionView,
  name: string,
  docs: boolean,
): string {
  const { extension } = part.model;
  const isDefined = part.behaviour === undefined;
  return printText(
    {
      short: `The extension \`${extension}\`, for the \`extensions\` of servers and clients.`,
      more: `It is off until it is named. \`with\` gives it ${isDefined ? "handlers, and settings to declare" : "options"}.
A client has its calls as \`client.${name}\`.`,
      example: `const server = createServer({ info, extensions: [${name}] });
const client = createClient({ info, extensions: [${name}] });`,
    },
    docs,
  );
}
