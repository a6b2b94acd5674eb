// Runs an example: `npm run example -- <name>`. What was built runs its TypeScript.
import { existsSync } from "node:fs";
import { linkPackages } from "./link-packages.js";

const typescript = new URL("../../../dist/typescript.js", import.meta.url);
if (existsSync(typescript)) {
  linkPackages();
  await import(typescript.href);
  const { main } = await import("./main.ts");
  process.exitCode = await main(process.argv.slice(2));
} else {
  console.error("Nothing is built yet: npm run build");
  process.exitCode = 2;
}
