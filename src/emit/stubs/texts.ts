/** What an editor says of what programs call, with an example. */
export interface Text {
  /** One sentence, which stands without docs, too. */
  readonly short: string;
  readonly more?: string;
  readonly example?: string;
}

/** The text of a comment. */
export function printText(
  { short, more, example }: Text,
  docs: boolean,
): string {
  if (!docs) return short;
  return [
    short,
    ...(more === undefined ? [] : [more]),
    ...(example === undefined ? [] : [`@example\n${example}`]),
  ].join("\n\n");
}

export const resourceText: Text = {
  short:
    "A resource, for a server's `features`: something at an address that clients read.",
  more: `The handler runs at each read, and returns a text, bytes or a whole result;
\`undefined\` where there is nothing. Throws a TypeError for an address without a scheme.`,
  example: `const stations = resource(
  "weather://stations",
  { name: "stations", mimeType: "text/csv" },
  async () => "Oslo,59.9,10.7",
);`,
};

export const resourceTemplateText: Text = {
  short:
    "Resources whose addresses a template describes, for a server's `features`.",
  more: `The handler gets the variables of the address that is read, and returns what that
of a resource does. Throws a TypeError for what is no URI template, and for one whose
variables cannot be told apart.`,
  example: `const history = resourceTemplate(
  "weather://{city}/history{?year}",
  { name: "history", complete: { city: ["Lisbon", "Oslo"] } },
  ({ city, year }) => \`The weather in \${city} in \${year ?? "all years"}\`,
);`,
};

export const promptText: Text = {
  short:
    "A prompt, for a server's `features`: messages that a person begins with.",
  more: `Arguments are texts; those that are \`required\` are there when the handler runs. It
returns messages, or a text, which is one of the user's. Throws a TypeError for an empty
name.`,
  example: `const report = prompt(
  "report",
  {
    description: "Writes a weather report",
    arguments: { city: { required: true }, tone: { complete: ["dry", "sunny"] } },
  },
  ({ city, tone = "dry" }) => [user(\`Write a \${tone} report on \${city}.\`)],
);`,
};

export const createServerText: Text = {
  short: "A server for any number of clients.",
  more: `It does nothing before it is connected: by \`serveStdio\`, by \`listen\` or one of the
handlers for HTTP, or to a client in the same process by \`connect\`. What it declares
follows from its features and handlers. Throws a TypeError for options that are not
sound, and for two features of one name.`,
  example: `const server = createServer({
  info: { name: "hello", version: "1.0.0" },
  features: [tool("hello", { description: "Greets" }, () => "Hello!")],
});
await serveStdio(server);`,
};

export const createClientText: Text = {
  short: "A client, for one server at a time.",
  more: `It calls nobody before \`connect\`. Its functions are the requests that a server
answers; each rejects with one of the errors that \`CallError\` names. Throws a TypeError
for options that are not sound.`,
  example: `const client = createClient({ info: { name: "me", version: "1.0.0" } });
await client.connect(spawnStdio({ command: "node", args: ["server.js"] }));
const { content } = await client.callTool({
  name: "forecast",
  arguments: { city: "Oslo" },
});
await client.close();`,
};
