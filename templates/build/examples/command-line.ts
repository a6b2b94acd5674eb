import type { Use } from "./examples.ts";

/** How Node runs a program of an example. */
export const nodeArgs = ["--import", "mcp-gen/typescript"] as const;

/** What one types to do the same by hand, in the folder of the example. */
export function commandLine(use: Use): string {
  switch (use.kind) {
    case "program":
      return [
        "node",
        ...nodeArgs,
        use.file,
        ...(use.args ?? []).map(quoted),
      ].join(" ");
    case "call":
      return ["npx mcp-gen call", ...use.args].join(" ");
    case "check":
      return ["npx mcp-gen client --check", ...use.args.map(quoted)].join(" ");
    case "get":
      return `curl ${use.url}`;
  }
}

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return word.includes(" ") ? `"${word}"` : word;
}
