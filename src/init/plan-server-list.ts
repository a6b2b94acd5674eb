import { join } from "node:path";
import { isJsonObject } from "../json-object.ts";
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
  const plan = { files: [], kept: [], notes: [], server: answers.name };
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
        `${path} was left as it is, for it is no plain JSON with mcpServers; the server's entry: ${JSON.stringify({ [answers.name]: entry })}`,
      ],
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
        text: printLike(text ?? "", next),
        before: text,
        added: text === undefined ? [] : [`mcpServers.${answers.name}`],
      },
    ],
  };
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
