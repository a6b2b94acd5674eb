// Runs the worker on this machine, as `wrangler dev` does: bundled, without Node.
import { build } from "esbuild";
import { Miniflare } from "miniflare";

const { outputFiles } = await build({
  entryPoints: ["worker.ts"],
  bundle: true,
  format: "esm",
  platform: "neutral",
  write: false,
});

const worker = new Miniflare({
  modules: true,
  script: outputFiles[0]?.text ?? "",
  compatibilityDate: "2026-01-01",
  host: "127.0.0.1",
  port: Number(process.env["PORT"] ?? 8787),
});
const { origin } = await worker.ready;
console.log(`Listening on ${origin}/mcp`);

const close = () => void worker.dispose();
process.once("SIGINT", close).once("SIGTERM", close);
