/** What a server has listed, as it is kept in `snapshot.json`. */
export interface Snapshot {
  /** The version of this format. */
  formatVersion: 1;
  /** What the server says of itself. */
  server: SnapshotServer;
  /** The revision that it was spoken to in. */
  protocolVersion: string;
  /** Sorted by name. */
  tools: SnapshotTool[];
  /** Sorted by name. */
  prompts: SnapshotPrompt[];
  /** Sorted by URI. */
  resources: SnapshotResource[];
  /** Sorted by URI template. */
  resourceTemplates: SnapshotResourceTemplate[];
}

/** A server's name and version. */
export interface SnapshotServer {
  /** Its name, for programs. */
  name: string;
  /** Its version, in whatever form it has one. */
  version: string;
}

/** A tool, with all that was listed of it. */
export interface SnapshotTool extends Listed {
  /** What it is called by. */
  name: string;
  /** The JSON Schema of its arguments, as the server wrote it. */
  inputSchema: unknown;
  /** The JSON Schema of its structured result. */
  outputSchema?: unknown;
}

/** A prompt, with all that was listed of it. */
export interface SnapshotPrompt extends Listed {
  /** What it is asked for by. */
  name: string;
  /** What it is made of. */
  arguments?: SnapshotPromptArgument[];
}

/** An argument of a prompt: a text. */
export interface SnapshotPromptArgument extends Listed {
  /** What it is given by. */
  name: string;
  /** Whether it has to be there. */
  required?: boolean;
}

/** A resource, with all that was listed of it. */
export interface SnapshotResource extends Listed {
  /** Where it is. */
  uri: string;
  /** Its name, for programs. */
  name: string;
}

/** Resources whose addresses a template describes, with all that was listed of it. */
export interface SnapshotResourceTemplate extends Listed {
  /** The template of RFC 6570. */
  uriTemplate: string;
  /** Its name, for programs. */
  name: string;
}

/** What else was listed: `title`, `annotations`, `_meta` and what a revision adds. */
export interface Listed {
  /** What it is for. */
  description?: string;
  /** Anything else, as it came. */
  [key: string]: unknown;
}
