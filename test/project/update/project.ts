import { join } from "node:path";
import {
  update,
  type UpdateOptions,
} from "../../../src/project/update/index.ts";
import { schema } from "../../cli/command-line.ts";
import {
  readTree,
  temporaryFolder,
  writeTree,
  type Tree,
} from "../../emit/output/folder.ts";

/** The small schema with one field more. */
export const louder: string = schema.replace(
  "params: { text: string };",
  "params: { text: string; loud?: boolean };",
);

/** The small schema with an error. */
export const broken: string = schema.replace(
  "{ text: string }",
  "{ text: Strin }",
);

/** A project, and beside it a folder that publishes schemas. */
export interface Project {
  readonly cwd: string;
  /** Publishes schemas by their revisions, besides those that are published. */
  publish(schemas: Tree): void;
  /** The files of the project. */
  tree(): Tree;
  /** Writes files of the project. */
  write(tree: Tree): void;
  /** `update`, by default of a draft into `out`. */
  update(options?: UpdateOptions): ReturnType<typeof update>;
}

/** A project that has nothing yet, and a place that publishes these schemas. */
export function createProject(published: Tree = { draft: schema }): Project {
  const folder = temporaryFolder();
  const cwd = join(folder, "project");
  writeTree(cwd, { "package.json": "{}" });
  const publish = (schemas: Tree): void =>
    writeTree(
      join(folder, "published/schema"),
      Object.fromEntries(
        Object.entries(schemas).map(([id, text]) => [`${id}/schema.ts`, text]),
      ),
    );
  publish(published);
  return {
    cwd,
    publish,
    tree: () => readTree(cwd),
    write: (tree) => writeTree(cwd, tree),
    update: (options = {}) => update({ cwd, ...options }),
  };
}

/** What a first run is asked for: types alone are quickly emitted. */
export const wanted = {
  from: "../published",
  revisions: ["draft"],
  out: "out",
  emit: ["types"],
} as const;
