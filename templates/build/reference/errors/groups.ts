/** Error classes that belong together. */
export interface ErrorGroup {
  readonly heading: string;
  readonly intro: string;
  readonly names: readonly string[];
}

/** The classes that users meet, in the order of the page. */
export const groups: readonly ErrorGroup[] = [
  {
    heading: "Errors of calls",
    intro: "What a client's call, or its `connect`, rejects with.",
    names: [
      "ProtocolError",
      "TransportError",
      "HttpError",
      "TimeoutError",
      "CancelledError",
      "InvalidMessageError",
    ],
  },
  {
    heading: "Errors that handlers throw",
    intro:
      "What you throw in a server so that the client, or the model, hears it. A `ProtocolError` with a code of your own is another.",
    names: ["ToolError", "NotFoundError", "UnsendableError"],
  },
  {
    heading: "Errors of a login",
    intro:
      "What a client with `auth` rejects with, beside the errors of calls.",
    names: [
      "AuthorizationError",
      "TokenError",
      "TerminalLoginError",
      "FileStoreError",
    ],
  },
  {
    heading: "Errors of stores",
    intro:
      "What a store of [tasks](../guides/tasks.md#where-tasks-are-kept) rejects with, and what several processes share with [Redis](../guides/scale-out.md). A server tells its client less of it.",
    names: ["TaskStoreFullError", "RedisError"],
  },
  {
    heading: "Errors of the generator",
    intro:
      "What the functions of `mcp-gen` throw. The command line prints them as `error <code>: …` with a hint.",
    names: [
      "GeneratorError",
      "UsageError",
      "InputError",
      "SchemaError",
      "OutputError",
    ],
  },
];

/** Classes that nobody meets, and why. */
export const internal: Readonly<Record<string, string>> = {
  KnownError: "what the others of the runtime have in common",
  InputPending: "ends a handler that asks, inside of the server",
  RedirectError: "is an AuthorizationError with the reason unsafe-address",
  JsonLimitError:
    "becomes an InvalidMessageError, or the answer of a server over HTTP",
  ListingError:
    "says that a server gave no list, inside of `mcp-gen client`, which prints it",
  NoExampleError:
    "says that no value of a schema was found, inside of `mcp-gen mock`",
  PromptEndError: "ends a question at the terminal, inside of a command",
};
