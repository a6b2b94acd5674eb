import type { Protocol } from "../model/index.ts";

/** A layer that people wrote: what it is, where it is, and which revisions need it. */
export interface HandWritten {
  readonly name: string;
  readonly what: string;
  /** Its folder, without those that are layers of their own. */
  readonly folder: string;
  /** Absent where every revision needs it. */
  readonly needed?: Need;
}

/** What of a revision makes a layer needed. */
export interface Need {
  readonly text: string;
  by(protocol: Protocol): boolean;
}

const handshake: Need = {
  text: "a revision that opens with a handshake",
  by: ({ lifecycle }) => lifecycle === "handshake",
};
const stateless: Need = {
  text: "a revision whose requests stand alone",
  by: ({ lifecycle }) => lifecycle === "stateless",
};
const sessions: Need = {
  text: "a revision with sessions",
  by: ({ features }) => features.includes("sessions"),
};
const twoAddresses: Need = {
  text: "a revision that opens with a handshake and has no sessions",
  by: (protocol) => handshake.by(protocol) && !sessions.by(protocol),
};
const input: Need = {
  text: "a revision whose requests may ask for input",
  by: ({ requests }) => requests.some((request) => request.input === true),
};
const tasks: Need = {
  text: "a revision with tasks, of its own or by an extension",
  by: ({ requests }) =>
    requests.some(({ method }) => method.startsWith("tasks/")),
};
const extensions: Need = {
  text: "a revision with an extension",
  by: ({ extensions: added = [] }) => added.length > 0,
};

const runtime = "src/runtime";

/** Every layer of the runtime, lowest first, and what else is shipped as it was written. */
export const handWrittenLayers: readonly HandWritten[] = [
  ...rooms({
    wire: "messages as they travel, errors, forms",
    time: "deadlines, rates, keep-alive",
    table: "what a table says of a method, and what follows from it",
    peer: "one end of a connection: dispatch, correlation, cancellation, progress",
    features: "the registry's tools, resources and prompts",
    registry: "schemas checked by a library",
    server: "servers, whatever the lifecycle",
  }),
  room("server/form", "forms that ask a person", input),
  room("server/input", "questions in mid-call", input),
  room("server/handshake", "a server's handshake lifecycle", handshake),
  room("server/stateless", "a server's stateless lifecycle", stateless),
  room("client", "clients: negotiation, conversation, answers, caches"),
  room("stdio", "stdio: lines of bytes, programs that are started"),
  room("http/shared", "HTTP: what servers and clients share"),
  room("http/server", "HTTP servers: gate, answers, events, faces to the web"),
  room("http/server/sessions", "HTTP servers with sessions", sessions),
  room(
    "http/server/sessionless",
    "HTTP servers that keep no session",
    handshake,
  ),
  room(
    "http/server/stateless",
    "HTTP servers of stateless requests",
    stateless,
  ),
  room("http/server/legacy-sse", "HTTP servers of two addresses", twoAddresses),
  room("http/client", "HTTP clients: connecting, sending, broken streams"),
  room("http/client/session", "HTTP clients with sessions", sessions),
  room(
    "http/client/stateless",
    "HTTP clients of stateless requests",
    stateless,
  ),
  room("http/client/legacy-sse", "HTTP clients of two addresses", twoAddresses),
  room("auth", "authorization: its entries"),
  room("auth/server", "authorization: who protects a server"),
  room("auth/client", "authorization: who logs in"),
  room("auth/verify", "authorization: what checks tokens"),
  room("auth/jose", "authorization: signed tokens"),
  room("auth/introspection", "authorization: tokens that are asked about"),
  room("auth/node", "authorization: files, addresses and terminals of Node"),
  room("extension", "what makes an extension of its tables", extensions),
  room("tasks", "calls that go on after their answer", tasks),
  room("files", "files that one process writes"),
  room("cluster", "what several processes share of sessions", sessions),
  room("redis", "the same, kept in Redis"),
  room("testing", "what tests of stores have in common"),
  room("otel", "telemetry: spans and metrics"),
  {
    name: "entries",
    what: "the modules that programs import",
    folder: runtime,
  },
  {
    name: "fixed code",
    what: "what every emitted file has alike",
    folder: "templates",
  },
  {
    name: "quickstarts",
    what: "example programs",
    folder: "templates/examples",
  },
];

function rooms(texts: Readonly<Record<string, string>>): HandWritten[] {
  return Object.entries(texts).map(([name, what]) => room(name, what));
}

function room(name: string, what: string, needed?: Need): HandWritten {
  const folder = `${runtime}/${name}`;
  return { name, what, folder, ...(needed === undefined ? {} : { needed }) };
}

/** The parts of the generator that serve several layers. */
export const generatorFolders: readonly HandWritten[] = [
  {
    name: "parse",
    what: "from a schema.ts to declarations",
    folder: "src/parse",
  },
  {
    name: "model",
    what: "the revision as data, and what can be asked of it",
    folder: "src/model",
  },
  {
    name: "derive",
    what: "from declarations and facts to a revision",
    folder: "src/derive",
  },
  {
    name: "extend",
    what: "adds extensions to a revision",
    folder: "src/extend",
  },
  {
    name: "emit",
    what: "what all emitters share: printing, looking up",
    folder: "src/emit",
  },
  {
    name: "spec",
    what: "where schemas and models come from",
    folder: "src/spec",
  },
  {
    name: "facts",
    what: "the facts themselves, of all revisions",
    folder: "src/spec/facts",
  },
  {
    name: "extension facts",
    what: "those of the bundled extensions",
    folder: "src/spec/extension-facts",
  },
];
