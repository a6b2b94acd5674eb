// The runtime of mcp-gen 0.1.0.

export { spawnStdio, type SpawnStdioOptions } from "./stdio/spawn.js";
