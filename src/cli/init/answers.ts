/** What a project is made for. */
export const roles = ["server", "client", "both"] as const;
export type Role = (typeof roles)[number];

/** What messages travel on. */
export const transports = ["stdio", "http"] as const;
export type InitTransport = (typeof transports)[number];

/** What describes a tool's arguments: a library, or plain JSON Schema that ajv checks. */
export const schemaLibraries = ["zod", "valibot", "arktype", "ajv"] as const;
export type SchemaLibrary = (typeof schemaLibraries)[number];

/** All that `init` has to know. */
export interface InitAnswers {
  /** The name of the server or the client, and of a package that has none yet. */
  name: string;
  role: Role;
  transports: readonly InitTransport[];
  /** The only revisions that are spoken; none: all that there are. */
  revisions: readonly string[];
  library: SchemaLibrary;
}

export function hasServer({ role }: Pick<InitAnswers, "role">): boolean {
  return role !== "client";
}

export function hasClient({ role }: Pick<InitAnswers, "role">): boolean {
  return role !== "server";
}
