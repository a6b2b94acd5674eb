export { createMemoryPair } from "./peer/memory.ts";
