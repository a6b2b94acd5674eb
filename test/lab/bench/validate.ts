import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as library from "../../../src/index.ts";
import type { Folders } from "./main.ts";
import { median } from "./measure.ts";
import { messages } from "./messages.ts";
import type { Table } from "./table.ts";

const revision = "2025-11-25";
const warmUps = 3;
const rounds = 30;

/** Validating a recording, against nothing but JSON.parse of each of its lines. */
export async function validateTables({
  repository,
}: Folders): Promise<Table[]> {
  const entry = pathToFileURL(path.join(repository, "dist/index.js")).href;
  const { createValidator } = (await import(entry)) as typeof library;
  const tables: Table[] = [];
  for (const [title, lines] of recordings()) {
    const text = lines.map((line) => `${line}\n`).join("");
    const bytes = new TextEncoder().encode(text);
    // All are made before: what making one leaves behind would slow the next parse.
    const validators = await Promise.all(
      Array.from({ length: warmUps + rounds }, () => createValidator()),
    );
    const parsing: number[] = [];
    const validating: number[] = [];
    const parse = async (): Promise<void> => {
      parsing.push(await timed(() => parseAll(lines)));
    };
    for (const [round, validator] of validators.entries()) {
      const validate = async (): Promise<void> => {
        validating.push(await timed(() => validateAll(validator, bytes)));
      };
      // Whoever comes second finds the caches as the first left them.
      const turns = round % 2 === 0 ? [parse, validate] : [validate, parse];
      for (const turn of turns) await turn();
    }
    for (const times of [parsing, validating]) times.splice(0, warmUps);
    const speed = (times: readonly number[]): number =>
      bytes.length / 1000 / median(times);
    const ratios = parsing.map((one, i) => one / (validating[i] ?? NaN));
    tables.push({
      title: `Validating ${title}`,
      unit: "MB/s",
      judged: "speed",
      rows: [
        { name: "JSON.parse alone", median: speed(parsing), ratio: 1 },
        {
          name: "createValidator().findings",
          median: speed(validating),
          ratio: median(ratios),
          aim: 0.7,
        },
      ],
    });
  }
  return tables;
}

function parseAll(lines: readonly string[]): void {
  for (const line of lines) {
    if (typeof JSON.parse(line) !== "object") throw new Error("unreachable");
  }
}

async function validateAll(
  validator: library.Validator,
  bytes: Uint8Array,
): Promise<void> {
  for await (const { reason } of validator.findings([bytes]))
    throw new Error(`A line of the benchmark is not valid: ${reason}`);
}

async function timed(run: () => void | Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Sessions with one handshake each, of messages of one size. */
function recordings(): [title: string, lines: string[]][] {
  const [calls = [], progress = [], , lists = [], texts = []] = messages().map(
    ({ valid }) => valid,
  );
  const small = exchanges(8000, "tools/call", (n) => [
    { ...objectOf(calls[n % calls.length]), id: n },
    progress[n % progress.length],
    { content: [{ type: "text", text: `It is sunny in place ${n}.` }] },
  ]);
  const large = (results: readonly unknown[], method: string, count: number) =>
    exchanges(count, method, (n) => [
      { ...call(method), id: n },
      undefined,
      results[n % results.length],
    ]);
  return [
    ["calls with progress, 200 bytes a message", small],
    ["lists of tools, 40 kB", large(lists, "tools/list", 150)],
    ["results of 100 kB of text", large(texts, "tools/call", 100)],
  ];
}

function exchanges(
  count: number,
  method: string,
  exchange: (n: number) => [request: object, told: unknown, result: unknown],
): string[] {
  const lines = opening(method);
  for (let n = 0; n < count; n++) {
    const [request, told, result] = exchange(n);
    lines.push({ from: "client", message: request });
    if (told !== undefined) lines.push({ from: "server", message: told });
    const message = { jsonrpc: "2.0", id: n, result };
    lines.push({ from: "server", message });
  }
  return lines.map((line) => JSON.stringify(line));
}

function opening(name: string): object[] {
  const info = { name, version: "1" };
  const common = { protocolVersion: revision, capabilities: {} };
  const request = { jsonrpc: "2.0", id: "open", method: "initialize" };
  const params = { ...common, clientInfo: info };
  const result = { ...common, serverInfo: info };
  return [
    { from: "client", message: { ...request, params } },
    { from: "server", message: { jsonrpc: "2.0", id: "open", result } },
  ];
}

function call(method: string): object {
  const params = method === "tools/call" ? { name: "read" } : {};
  return { jsonrpc: "2.0", method, params };
}

function objectOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
