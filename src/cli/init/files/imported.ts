/** Modules that the written code imports. */
export interface Imported {
  /** The entry with the whole API. */
  whole: string;
  /** Returns an entry of the runtime by its name. */
  entry(name: string): string;
}

/** Returns the modules of a package. mcp-gen has those of the light package below `runtime`. */
export function importedFrom(name: string): Imported {
  const whole = name === "mcp-gen" ? "mcp-gen/runtime" : name;
  return { whole, entry: (entry) => `${whole}/${entry}` };
}
