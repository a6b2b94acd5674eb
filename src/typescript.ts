import { register } from "node:module";

// `node --import mcp-gen/typescript server.ts`: Node runs TypeScript, and what fails
// names lines of the source.
process.setSourceMapsEnabled(true);
register("./typescript-hooks.js", import.meta.url);
