/** What every server of the interop tests offers, whatever it is built on. */

export const info = { name: "interop", version: "1.2.3" };
export const instructions = "Be kind to one another.";

export const echo = (message: string): string => `echo: ${message}`;
export const failure = "broken on purpose";

export const logs = [
  ["debug", "a detail"],
  ["info", "a fact"],
  ["warning", "a warning"],
  ["error", "a failure"],
] as const;

export const nameForm = {
  message: "Your name?",
  requestedSchema: {
    type: "object" as const,
    properties: { name: { type: "string" as const } },
    required: ["name"],
  },
};
export const greeting = (action: string, name: unknown): string =>
  action === "accept" ? `Hello, ${String(name)}` : `No name: ${action}`;

export const modelRequest = {
  messages: [
    {
      role: "user" as const,
      content: { type: "text" as const, text: "Six times seven?" },
    },
  ],
  maxTokens: 10,
};

export const note = { uri: "test://note", text: "a note, naïve and ☃" };
export const bytes = { uri: "test://bytes", blob: "AAECAw==" };
export const template = "test://notes/{id}";
export const numbered = (id: string): string => `note number ${id}`;
export const completeId = (value: string): string[] =>
  ["1", "10", "2"].filter((id) => id.startsWith(value));

export const greet = (name: string): string => `Greet ${name}!`;
export const completeName = (value: string): string[] =>
  ["Ada", "Alan", "Grace"].filter((name) => name.startsWith(value));
export const otherPrompts = ["first", "second", "third"];
export const prompts = ["greet", ...otherPrompts];

/** What the clients answer. */
export const answers = {
  name: "Ada",
  model: "Forty-two.",
  root: { uri: "file:///work", name: "work" },
};

/** A page of two prompts, for servers whose library has no pages. */
export function promptPage(cursor: string | undefined): {
  prompts: {
    name: string;
    arguments?: { name: string; required: boolean }[];
  }[];
  nextCursor?: string;
} {
  const start = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isInteger(start)) throw invalidCursor();
  const end = start + 2;
  return {
    prompts: prompts.slice(start, end).map((name) => ({
      name,
      ...(name === "greet" && {
        arguments: [{ name: "name", required: true }],
      }),
    })),
    ...(end < prompts.length && { nextCursor: String(end) }),
  };
}

function invalidCursor(): Error {
  return Object.assign(new Error("Invalid cursor"), { code: -32602 });
}

/**
 * The official clients forget progress that arrives together with the answer:
 * they end the request before they look at what came ahead of it.
 */
export const pause = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 20));
