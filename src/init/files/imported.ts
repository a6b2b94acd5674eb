/** Where the code that is written imports the protocol from. */
export interface Imported {
  /** All revisions. */
  all: string;
  /** An entry of the runtime, by its name. */
  entry(name: string): string;
}

/** The specifiers of a package: mcp-gen has the same in a folder. */
export function importedFrom(name: string): Imported {
  const prefix = name === "mcp-gen" ? "mcp-gen/runtime" : name;
  return { all: `${name}/all`, entry: (entry) => `${prefix}/${entry}` };
}
