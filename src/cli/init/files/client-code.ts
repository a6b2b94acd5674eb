import { lines, revisionsOf, type FileContext } from "./server-code.ts";

/** A client that is not connected yet. */
export function clientCode({ answers, imported }: FileContext): string {
  return lines(
    `import { createClient } from "${imported.whole}";`,
    "",
    "export const client = createClient({",
    `  info: { name: ${JSON.stringify(answers.name)}, version: "1.0.0" },`,
    ...revisionsOf(answers),
    "});",
  );
}

/** A program that connects it, and prints the tools that there are. */
export function listToolsCode({
  answers,
  imported,
  beside,
}: FileContext): string {
  const hasStdio = answers.transports.includes("stdio");
  const hasHttp = answers.transports.includes("http");
  const http = "httpTransport({ url: target })";
  const stdio = "spawnStdio({ command: target, args })";
  const transport =
    hasHttp && hasStdio
      ? ["  /^https?:/.test(target)", `    ? ${http}`, `    : ${stdio},`]
      : [`  ${hasHttp ? http : stdio},`];
  const wanted =
    hasHttp && hasStdio
      ? "the server's URL, or its command and arguments"
      : hasHttp
        ? "the server's URL"
        : "the server's command and arguments";
  return lines(
    ...(hasHttp
      ? [`import { httpTransport } from "${imported.entry("http-client")}";`]
      : []),
    ...(hasStdio
      ? [`import { spawnStdio } from "${imported.entry("spawn-stdio")}";`]
      : []),
    `import { client } from "${beside("client")}";`,
    "",
    `const [target${hasStdio ? ", ...args" : ""}] = process.argv.slice(2);`,
    `if (!target) throw new Error("Say which: ${wanted}");`,
    "",
    "await client.connect(",
    ...transport,
    ");",
    "const { tools } = await client.listTools();",
    `for (const { name, description = "" } of tools)`,
    "  console.log(`${name}: ${description}`);",
    "await client.close();",
  );
}
