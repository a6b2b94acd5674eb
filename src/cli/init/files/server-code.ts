import type { InitAnswers } from "../answers.ts";
import type { Imported } from "./imported.ts";
import type { SchemaCode } from "./schema-code.ts";

/** What all files of a project have in common. */
export interface FileContext {
  answers: InitAnswers;
  imported: Imported;
  schema: SchemaCode;
  /** Of the project. */
  version: string;
  /** How a module beside imports another. */
  beside(name: string): string;
}

/** A server with one tool, on no transport yet. */
export function serverCode({
  answers,
  imported,
  schema,
  version,
}: FileContext): string {
  const names = ["createServer", ...schema.names, "tool"].join(", ");
  return lines(
    ...schema.imports,
    `import { ${names} } from "${imported.whole}";`,
    "",
    ...schema.setup,
    "const greet = tool(",
    `  "greet",`,
    "  {",
    `    description: "Greets someone by name",`,
    ...schema.options.map((line) => `    ${line}`),
    "  },",
    "  ({ name }) => `Hello, ${name}!`,",
    ");",
    "",
    "export const server = createServer({",
    `  info: { name: ${JSON.stringify(answers.name)}, version: ${JSON.stringify(version)} },`,
    ...revisionsOf(answers),
    "  features: [greet],",
    "});",
  );
}

/** The server on standard input and output. */
export function stdioCode({ imported, beside }: FileContext): string {
  return lines(
    `import "${imported.entry("claim-stdout")}"; // first: what is printed goes to standard error`,
    `import { serveStdio } from "${imported.entry("serve-stdio")}";`,
    `import { server } from "${beside("server")}";`,
    "",
    "await serveStdio(server);",
  );
}

/** The server over HTTP. */
export function httpCode({ imported, beside }: FileContext): string {
  return lines(
    `import { listen } from "${imported.entry("http-node")}";`,
    `import { server } from "${beside("server")}";`,
    "",
    `const port = Number(process.env["PORT"] ?? ${httpPort});`,
    "const running = await listen(server, { port });",
    "console.log(`Listening on ${running.url}`);",
    `process.once("SIGTERM", () => void running.close());`,
  );
}

/** Where the server listens, unless it is told. */
export const httpPort = 3000;

export function revisionsOf({ revisions }: InitAnswers): string[] {
  if (revisions.length === 0) return [];
  return [`  revisions: [${revisions.map((id) => `"${id}"`).join(", ")}],`];
}

/** A file of lines. */
export function lines(...text: readonly string[]): string {
  return `${text.join("\n")}\n`;
}
