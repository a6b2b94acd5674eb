export { load, resolve } from "./run-typescript/hooks.ts";
