export { load, resolve } from "./cli/run-typescript/hooks.ts";
