import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A state of an invented protocol's draft, as it stood for a while. */
export interface State {
  /** What it is, with its place in the order: `02-added`. */
  readonly name: string;
  readonly text: string;
}

const folder = fileURLToPath(new URL("states/", import.meta.url));

/** Ten states, in the order in which they were published. */
export const states: readonly State[] = readdirSync(folder)
  .sort()
  .map((file) => ({
    name: file.replace(/\.ts$/, ""),
    text: readFileSync(`${folder}${file}`, "utf8"),
  }));

/** The state of that name. */
export function stateOf(name: string): string {
  const found = states.find((state) => state.name === name);
  if (!found) throw new Error(`no state ${name}`);
  return found.text;
}
