import { exitCodes, exitCodesText } from "./exit-codes.ts";

/** What `--help` of a command shows below its options: examples, and its exit codes. */
export function endOfHelp(name: string): string {
  if (!isCommand(name)) throw new TypeError(`${name} has no examples`);
  return `${examples[name]}\n${exitCodesText(exitCodes[name])}`;
}

function isCommand(name: string): name is keyof typeof exitCodes {
  return Object.hasOwn(exitCodes, name);
}

/** What `--help` shows below the options of the program, and of each command. */
export const examples = {
  program: `
Examples:
  mcp-gen init
  mcp-gen dev src/server.ts
  mcp-gen generate 2025-11-25 --out src/mcp
  mcp-gen check 2025-11-25 --out src/mcp
  mcp-gen update --check
  mcp-gen inspect 2025-11-25 tools/call
  mcp-gen diff 2025-11-25 2026-07-28
  mcp-gen validate traffic.jsonl
  mcp-gen client "npx -y some-server" --out src/weather
  mcp-gen call "node server.js" add --arg a=1 --arg b=2
  mcp-gen compile schemas.json --out src/schemas.ts

Exit codes: 0 done, 1 something differs or is not valid, 2 bad usage or input. The help
of a command has its own.`,
  generate: `
Examples:
  mcp-gen generate 2025-11-25 2026-07-28 --out src/mcp
  mcp-gen generate all --out src/mcp --emit types,guards,dispatch
  mcp-gen generate 2026-07-28 --out src/mcp --with auth
  mcp-gen generate 2026-07-28 --out src/mcp --extension tasks
  mcp-gen generate all --out src/mcp --extension com.example/widgets=widgets.ts
  mcp-gen generate --schema ./schema.ts --revision next --out src/mcp
  cat schema.ts | mcp-gen generate --schema - --revision next --out src/mcp`,
  init: `
Examples:
  mcp-gen init
  mcp-gen init weather --role both --transport stdio,http --install
  mcp-gen init --yes --schema-library valibot --revision 2025-11-25,2026-07-28

At a terminal it asks for what is not said. What is there stays as it is: files are
written where there are none, and package.json and mcp.json get fields that they lack.`,
  dev: `
Examples:
  mcp-gen dev src/server.ts
  mcp-gen dev src/server.ts --inspector
  mcp-gen dev src/http.ts --http --watch data
  mcp-gen dev "uv run server.py"
  mcp-gen dev -- node server.js --verbose

A client starts this command in place of the server, and keeps its connection while the
server starts again. What stands behind -- belongs to the server.`,
  check: `
Examples:
  mcp-gen check 2025-11-25 2026-07-28 --out src/mcp
  mcp-gen check all --out src/mcp --format json`,
  update: `
Examples:
  mcp-gen update
  mcp-gen update 2025-11-25 draft --out src/mcp
  mcp-gen update --check
  mcp-gen update --accept 2025-06-18
  mcp-gen update --from ../mirror --dry-run
  mcp-gen update --format github

What is wanted says mcp-gen.config.{ts,js,json}, or else mcp-gen.lock.json, where the
revisions that are named here are added. A released schema that was edited is taken only
with --accept.`,
  watch: `
Examples:
  mcp-gen watch --schema ./schema.ts --revision next --out src/mcp
  mcp-gen watch 2025-11-25 --schema ./schema.ts --revision next --out src/mcp
  mcp-gen watch all --extension com.example/widgets=widgets.ts --out src/mcp

A schema, what it imports, facts and extensions are watched. What cannot be generated is
told, and the last output stays. Ctrl-C ends it.`,
  diff: `
Examples:
  mcp-gen diff 2025-11-25 2026-07-28 --breaking
  mcp-gen diff 2025-06-18 2025-11-25 --method tools/call --category field,union-member
  mcp-gen diff 2026-07-28 ./schema/next/schema.ts --format github --exit-code

A schema.ts has the revision of its folder's name, unless --revision names one.`,
  validate: `
Examples:
  mcp-gen validate traffic.jsonl
  tail -f -n +1 traffic.jsonl | mcp-gen validate -
  mcp-gen validate traffic.jsonl --revision 2025-11-25
  mcp-gen validate traffic.jsonl --schema ./schema.ts --revision next --format json

A line is a message, a batch, or {"from":"client"|"server","session":"…","message":…}, of
both sides, in the order in which they were sent. Ctrl-C ends the input.`,
  call: `
Examples:
  mcp-gen call "node server.js"
  mcp-gen call "npx -y some-server" add --arg a=1 --arg b=2
  mcp-gen call weather forecast --arg city=Oslo
  mcp-gen call https://mcp.example.com/mcp tools/list --format json
  mcp-gen call https://mcp.example.com/mcp resources/read --arg uri=notes://1
  mcp-gen call tools/call --arg name=add --arg arguments.a=1 -- node server.js

A server is a command line in one word or behind --, a URL, or an entry of an mcp.json; a
method may be the name of a tool.`,
  client: `
Examples:
  mcp-gen client "npx -y some-server" --out src/weather
  mcp-gen client https://mcp.example.com/mcp --out src/weather --emit types
  mcp-gen client weather --out src/weather --only "get_*" --guards off
  mcp-gen client --out src/weather -- node server.js --verbose
  mcp-gen client src/weather/snapshot.json --out src/weather --force
  mcp-gen client --check --out src/weather
  mcp-gen client "npx -y some-server" --check --out src/weather

A server is a command line in one word or behind --, a URL, an entry of an mcp.json, or the
path of a snapshot. --check without one compares the folder with its own snapshot; with
one, it compares what the server lists now with the snapshot. A later run keeps the options.`,
  compile: `
Examples:
  mcp-gen compile schemas.json --out src/schemas.ts
  mcp-gen compile snapshot.json --out src/schemas.js --no-docs
  mcp-gen compile schemas.json --out src/schemas.ts --check
  cat schemas.json | mcp-gen compile - > src/schemas.ts

The file holds JSON Schemas by the names of their types, as in {"Forecast": {…}}, or the
tools that a server lists. The module imports nothing, and runs where eval is not allowed.`,
  server: `
Examples:
  mcp-gen server snapshot.json --out src/weather-server
  mcp-gen server tools.json --out src/weather-server --name weather
  mcp-gen server src/weather --out src/weather-server --check

The folder gets types and guards of the tools, createWeatherServer(handlers), and once a
file of handlers to fill in. What is listed is the description's, to the letter.`,
  mock: `
Examples:
  mcp-gen mock snapshot.json
  mcp-gen mock tools.json --seed 7
  mcp-gen mock src/weather --http 3000
  mcp-gen call "npx mcp-gen mock snapshot.json" forecast --arg city=Oslo

Arguments are checked, and results are made up: they fit the output schemas, and follow
from the seed and the arguments alone. Ctrl-C ends it.`,
  list: `
Examples:
  mcp-gen list
  mcp-gen list --format json`,
  inspect: `
Examples:
  mcp-gen inspect 2026-07-28
  mcp-gen inspect 2025-11-25 tools/call
  mcp-gen inspect next CallToolRequest --schema ./schema.ts`,
} as const;
