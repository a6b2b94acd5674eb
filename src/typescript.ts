import { register } from "node:module";
import { hookRequire } from "./cli/run-typescript/require.ts";

// `node --import mcp-gen/typescript server.ts`: Node runs TypeScript, and what fails
// names lines of the source.
process.setSourceMapsEnabled(true);
hookRequire();
register("./typescript-hooks.js", import.meta.url);
