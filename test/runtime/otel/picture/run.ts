import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { build } from "esbuild";
import type { Process } from "./processes.ts";

/** A span, as a process tells it. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  /** As OpenTelemetry counts them: internal, server, client. */
  readonly kind: number;
  readonly beginsMs: number;
  readonly endsMs: number;
}

/** A span, and the process that told it. */
export interface DrawnSpan extends Span {
  readonly process: string;
}

interface Running {
  readonly name: string;
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: AsyncIterator<string>;
}

const repository = join(import.meta.dirname, "../../../..");

/**
 * Runs processes, and gives the spans of the trace that has a call of a tool, parents
 * before their children. Throws where a process fails.
 */
export async function traceOf(
  processes: readonly Process[],
): Promise<readonly DrawnSpan[]> {
  // Inside the repository, where imports of packages find node_modules.
  const folder = mkdtempSync(join(repository, ".example-trace-"));
  const serving: Running[] = [];
  const told: DrawnSpan[] = [];
  try {
    const urls: string[] = [];
    for (const one of processes) {
      const running = start(await bundle(one.program, folder), one.name, urls);
      if (one.serves) {
        serving.push(running);
        // What a program that serves tells first.
        urls.push(((await next(running)) as { url: string }).url);
      } else told.push(...(await spansOf(running)));
    }
    for (const running of serving) {
      running.child.stdin.end();
      told.push(...(await spansOf(running)));
    }
  } finally {
    for (const { child } of serving) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  return ofOneTrace(told);
}

async function bundle(program: string, folder: string): Promise<string> {
  const outfile = join(folder, program.replace(/ts$/, "mjs"));
  await build({
    entryPoints: [join(import.meta.dirname, program)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return outfile;
}

function start(file: string, name: string, urls: readonly string[]): Running {
  const child = spawn(process.execPath, [file, ...urls], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const reader = createInterface({ input: child.stdout });
  return { name, child, lines: reader[Symbol.asyncIterator]() };
}

async function next({ name, lines }: Running): Promise<unknown> {
  const { value, done } = await lines.next();
  if (done === true) throw new Error(`the ${name} ended without a word`);
  return JSON.parse(value);
}

async function spansOf(running: Running): Promise<DrawnSpan[]> {
  // Each program tells its spans in this form.
  const { spans } = (await next(running)) as { spans: readonly Span[] };
  if (running.child.exitCode === null) await once(running.child, "exit");
  return spans.map((span) => ({ ...span, process: running.name }));
}

/** The trace that begins with a call of a tool. */
function ofOneTrace(told: readonly DrawnSpan[]): DrawnSpan[] {
  const root = told.find(
    ({ name, parentId }) => name.startsWith("tools/call") && !parentId,
  );
  if (!root) throw new Error("no span of a call of a tool has no parent");
  const below = (span: DrawnSpan): DrawnSpan[] => [
    span,
    ...told
      .filter(({ parentId }) => parentId === span.spanId)
      .sort((one, other) => one.beginsMs - other.beginsMs)
      .flatMap(below),
  ];
  return below(root);
}
