import { guardsModule } from "../emit/guards/index.ts";
import { renderModule } from "../emit/print/render.ts";
import type { Protocol } from "../model/index.ts";

/** Why a value is not of a type, as the emitted guards say it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type Validate = (value: unknown) => Issue | undefined;

/** Gives the validator of a type; undefined when the protocol has no such type. */
export type Guards = (type: string) => Validate | undefined;

/**
 * The guards of any protocol, as they are emitted: what mcp-gen says here is what the
 * generated code says. The emitted module is imported from memory, so there is no
 * other implementation of a check that could differ, and nothing is written.
 */
export async function importGuards(protocol: Protocol): Promise<Guards> {
  const [file] = renderModule(guardsModule(protocol), {
    target: "js",
    importExtension: ".js",
  });
  // A module for JavaScript is a file and its types.
  if (file === undefined) throw new Error("unreachable");
  const address = `data:text/javascript,${encodeURIComponent(file.text)}`;
  // Emitted by us a moment ago.
  const module = (await import(/* @vite-ignore */ address)) as Readonly<
    Record<string, Validate | undefined>
  >;
  return (type) => module[`validate${type}`];
}
