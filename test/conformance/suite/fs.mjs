// What the suite imports of `fs`. Node 20 has no `globSync`, which the suite
// needs for another command than those that run here.
export * from "node:fs";
export { default } from "node:fs";

export function globSync() {
  throw new Error("fs.globSync is not there on this Node");
}
