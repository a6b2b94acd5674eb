// Takes spans of several processes, and shows them as trees: Jaeger or Grafana in real life.
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ToldSpan } from "./tracing.js";

const spans: ToldSpan[] = [];

/** Whether each span is there that another one names. */
function isWhole(): boolean {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  return spans.every(({ parentId }) => !parentId || ids.has(parentId));
}

function treeOf(span: ToldSpan, depth = 0): string {
  const { service, name, kind, isError, traceId } = span;
  const where = `${"   ".repeat(depth)}${name}`.padEnd(32);
  const words = [where, service.padEnd(5), kind, ...(isError ? ["ERROR"] : [])];
  const below = spans
    .filter((one) => one.traceId === traceId && one.parentId === span.spanId)
    .sort((one, other) => one.beginsMs - other.beginsMs)
    .map((one) => treeOf(one, depth + 1));
  return [words.join(" "), ...below].join("\n");
}

async function shown(): Promise<string> {
  // A parent ends after its children, and may be on its way.
  for (let attempts = 0; attempts < 40 && !isWhole(); attempts++)
    await pause(50);
  return spans
    .filter(({ parentId }) => !parentId)
    .sort((one, other) => one.beginsMs - other.beginsMs)
    .map((root) => `trace\n${treeOf(root)}\n`)
    .join("\n");
}

const collector = createServer(async (request, response) => {
  if (request.method === "GET") {
    response.end(await shown());
    return;
  }
  let body = "";
  for await (const part of request) body += part;
  spans.push(JSON.parse(body));
  response.end();
});

const port = Number(process.env["PORT"] ?? 4318);
collector.listen(port, "127.0.0.1", () =>
  console.log(`Listening on http://127.0.0.1:${port}/`),
);

const close = () => collector.close();
process.once("SIGINT", close).once("SIGTERM", close);
