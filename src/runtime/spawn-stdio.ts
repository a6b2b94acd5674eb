export { spawnStdio, type SpawnStdioOptions } from "./stdio/spawn.ts";
