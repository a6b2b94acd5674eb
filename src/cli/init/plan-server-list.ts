import { join } from "node:path";
import { isJsonObject } from "../../base/json-object.ts";
import type { InitAnswers } from "./answers.ts";
import { httpPort } from "./files/server-code.ts";
import { sourceOf, type Layout } from "./layout.ts";
import type { PlannedFile } from "./planned-file.ts";
import { printLike, readIfThere, type JsonFile } from "./project/manifest.ts";
import type { Project } from "./project/project.ts";

export interface ServerListPlan {
  files: PlannedFile[];
  kept: string[];
  notes: string[];
  /** What a person has to do before the server can be called. */
  first: string[];
  /** What `call` finds the server by: its name there, or what is started. */
  server: string;
}

/** Enters the server into `mcp.json`, or into `.mcp.json` where there is one already. */
export function planServerList(
  { folder, manager }: Project,
  answers: InitAnswers,
  layout: Layout,
): ServerListPlan {
  const path =
    ["mcp.json", ".mcp.json"].find(
      (name) => readIfThere(join(folder, name)) !== undefined,
    ) ?? "mcp.json";
  const plan = {
    files: [],
    kept: [],
    notes: [],
    first: [],
    server: answers.name,
  };
  const [command, ...before] = manager.exec;
  const args = [...before, "mcp-gen", "dev", sourceOf(layout, "stdio")];
  const url = `http://127.0.0.1:${httpPort}/mcp`;
  const isStdio = answers.transports.includes("stdio");
  const entry = isStdio ? { command, args } : { type: "http", url };
  const text = readIfThere(join(folder, path));
  const value = valueOf(text);
  const servers = value?.["mcpServers"] ?? {};
  if (value === undefined || !isJsonObject(servers))
    return {
      ...plan,
      server: isStdio ? `"${[command, ...args].join(" ")}"` : url,
      notes: [
        `${path} was left as it is, for ${whyLeft(text ?? "", value)}; the server's entry: ${JSON.stringify({ [answers.name]: entry })}`,
      ],
      first: [`paste the entry above into mcpServers of ${path}`],
    };
  if (Object.hasOwn(servers, answers.name))
    return { ...plan, kept: [`${path}: mcpServers.${answers.name}`] };
  const next = {
    ...value,
    mcpServers: { ...servers, [answers.name]: entry },
  };
  return {
    ...plan,
    files: [
      {
        path,
        text: addedTo(text ?? "", answers.name, entry, next),
        before: text,
        added: text === undefined ? [] : [`mcpServers.${answers.name}`],
      },
    ],
  };
}

/** Why nothing was entered, with the comment that would be lost. */
function whyLeft(text: string, value: JsonFile["value"] | undefined): string {
  if (value !== undefined) return "its mcpServers is no object";
  const withoutStrings = text.replace(/"(?:[^"\\\n]|\\.)*"/g, (one) =>
    "_".repeat(one.length),
  );
  const at = withoutStrings.search(/\/\/|\/\*/);
  if (at === -1) return "it is no JSON object";
  const line = text.slice(0, at).split("\n").length;
  const [comment = ""] = text.slice(at).split(/\r?\n/);
  return `line ${line} has a comment, which would be lost (${comment.slice(0, 40).trimEnd()})`;
}

/** The text with one more entry. Where its form is not ours, only the entry is put in. */
function addedTo(
  text: string,
  name: string,
  entry: object,
  next: JsonFile["value"],
): string {
  const printed = printLike(text, next);
  const found = /"mcpServers"\s*:\s*\{/.exec(text);
  if (
    !found ||
    (text !== "" &&
      printLike(text, JSON.parse(text.replace(/^\uFEFF/, ""))) === text)
  )
    return printed;
  const at = found.index + found[0].length;
  const isEmpty = /^\s*\}/.test(text.slice(at));
  const close = isEmpty ? at : endOfObject(text, at);
  const before = text.slice(0, close).trimEnd();
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const own = `${JSON.stringify(name)}: ${JSON.stringify(entry)}`;
  const added = `${before}${isEmpty ? "" : ","}${lineEnd}    ${own}${isEmpty ? `${lineEnd}  ` : ""}${text.slice(isEmpty ? close : before.length)}`;
  // What was put in the wrong place would be lost on whoever reads it.
  return isSame(added, next) ? added : printed;
}

/** Where the object ends that begins before `start`. */
function endOfObject(text: string, start: number): number {
  let depth = 1;
  for (const { 0: one, index } of text
    .slice(start)
    .matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (one === "{") depth += 1;
    if (one === "}") depth -= 1;
    if (depth === 0) return start + index;
  }
  return text.length;
}

function isSame(text: string, value: unknown): boolean {
  try {
    const own: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return JSON.stringify(own) === JSON.stringify(value);
  } catch {
    return false;
  }
}

/** Files of editors may have comments, which would be lost: those are no plain JSON. */
function valueOf(text: string | undefined): JsonFile["value"] | undefined {
  if (text === undefined || text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
