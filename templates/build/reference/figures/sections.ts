/** What the page says of a benchmark, beside what it gave. */
export interface Section {
  readonly benchmark: string;
  readonly title: string;
  /** What is compared, and how to read it. */
  readonly text: string;
  /** The packages whose versions matter. */
  readonly peers: readonly string[];
}

const sdkV2 = ["@modelcontextprotocol/server", "zod"];
const sdks = ["@modelcontextprotocol/sdk", ...sdkV2];

/** The sections of the page, in its order: first what people feel, then what it is made of. */
export const sections: readonly Section[] = [
  {
    benchmark: "http-load",
    title: "A server over HTTP, under load",
    text: "`listen` with 32 connections of `wrk`, which takes much less time for a call than any server. The tool is `echo`. `bare node:http` is the least code that gives the same answers. It checks nothing. The second table of each mode shows the processor time of the server alone.",
    peers: [],
  },
  {
    benchmark: "http",
    title: "A server over HTTP, call by call",
    text: "The same servers, called by a client of our own. It waits for one call at a time, on 1 connection or on each of 32. With 32, this client takes as long for a call as the bare server, so ratios can lie nearer to 1 than under load.",
    peers: sdks,
  },
  {
    benchmark: "http-auth",
    title: "A server that asks for a token",
    text: "`protect` with `jwt`, and a token that is signed with RS256. The first row is bare `node:http` that verifies the same token with `jose`. Both verify the signature again for every request: no result is cached.",
    peers: ["jose"],
  },
  {
    benchmark: "stdio",
    title: "A server over stdio",
    text: "The tool `echo`. `window` is the number of calls under way. `bare` is the least code that gives the same answers. It checks nothing, and writes each answer by itself. The last row writes all answers to one chunk of requests at once, as mcp-gen does.",
    peers: sdks,
  },
  {
    benchmark: "start",
    title: "Start-up",
    text: "From the start of a server over stdio to its first answer, against a script that does nothing. The first table starts servers in a project that has installed their packages. In the second, each server is one bundled file for production.",
    peers: sdkV2,
  },
  {
    benchmark: "weight",
    title: "What an installation takes on a disk",
    text: "Whole blocks, as `du` counts. Each dependency counts once. A copy of the runtime in your repository needs no package.",
    peers: [...sdks, "@modelcontextprotocol/client"],
  },
  {
    benchmark: "size",
    title: "Bundles",
    text: "One file that esbuild bundles and minifies, then gzip at its highest level. The server has one tool and speaks two revisions.",
    peers: [...sdks, "@modelcontextprotocol/client", "esbuild"],
  },
  {
    benchmark: "memory",
    title: "Memory of a server over stdio",
    text: "Resident memory after the same calls for all.",
    peers: sdks,
  },
  {
    benchmark: "http-memory",
    title: "Memory of a server over HTTP",
    text: "Resident memory after the same calls for all, on 32 connections.",
    peers: sdkV2,
  },
  {
    benchmark: "http-heap",
    title: "What a request leaves behind",
    text: "How much the heap grows with each request, and with each session that was opened and deleted. The aim is nothing.",
    peers: [],
  },
  {
    benchmark: "client",
    title: "A client over stdio",
    text: "Calls of a server that does less work than any client. The first row writes and parses JSON, and keeps a map of pending calls. It checks nothing.",
    peers: ["@modelcontextprotocol/sdk", "@modelcontextprotocol/client"],
  },
  {
    benchmark: "http-client",
    title: "A client over HTTP",
    text: "Calls of a bare server. The first row is `fetch` and `JSON.parse`.",
    peers: ["@modelcontextprotocol/client"],
  },
  {
    benchmark: "web-face",
    title: "The web-standard handler",
    text: "One call of `createHttpHandler`, without a network. The first row builds a `Request` and a `Response` of the same texts, and reads both.",
    peers: sdkV2,
  },
  {
    benchmark: "guards",
    title: "Guards",
    text: "Checking a parsed message. For valid messages, the first row is a check that was written by hand, and accepts exactly the same values. For invalid messages, all rows give a reason, and the first row is ajv with its errors on.",
    peers: ["ajv", "@modelcontextprotocol/sdk", "zod"],
  },
  {
    benchmark: "schema-guards",
    title: "Guards of JSON Schemas",
    text: "Checking the arguments of tools that published servers list. The first row is the code that ajv makes ahead of time. Where there is one, the last row is a check that was written by hand.",
    peers: ["ajv"],
  },
  {
    benchmark: "typed-client",
    title: "Calls of typed clients",
    text: "A tool call through a typed client, which checks arguments and results, against `callTool` of the generic client: the processor's time of both sides, in memory.",
    peers: [],
  },
  {
    benchmark: "results",
    title: "The check of what leaves",
    text: "One `tools/call` from the parsed request to the text of its answer. The first row has the check of results turned off.",
    peers: [],
  },
  {
    benchmark: "tasks",
    title: "Tasks",
    text: "A server of 10,000 tasks at work, each polled once a second over HTTP. The first row is a call of a tool whose handler is async.",
    peers: [],
  },
  {
    benchmark: "cluster",
    title: "Several processes",
    text: "One process beside four behind nginx, which share their sessions in Redis, all on one machine. The first two tables show the processor time of the servers alone, without that of nginx and Redis. The last one counts what Redis is sent, whether the answer waits for it or not.",
    peers: [],
  },
  {
    benchmark: "validate",
    title: "mcp-gen validate",
    text: "A recording in memory, in MB a second. The first row is `JSON.parse` alone on the same lines.",
    peers: [],
  },
  {
    benchmark: "processes",
    title: "mcp-gen generate",
    text: "Whole processes, started cold. The first row is `typescript-json-schema`, which makes the JSON Schema alone.",
    peers: ["typescript-json-schema"],
  },
  {
    benchmark: "watch",
    title: "Generating again",
    text: "`mcp-gen watch` in a process that has generated before: from the save of a `schema.ts` to the last file on the disk.",
    peers: [],
  },
  {
    benchmark: "types",
    title: "Type checking",
    text: "`tsc --noEmit` with `skipLibCheck`, of a server with one tool.",
    peers: [...sdks, "typescript"],
  },
  {
    benchmark: "first-call",
    title: "From an empty folder to the first answered call",
    text: "With the tarballs of `npm run pack` and an empty cache. Beside it, a server on the official SDK is called by the Inspector. Most of the time is downloads. This benchmark needs a network, so it runs only when you name it.",
    peers: sdkV2,
  },
];
