import { cpSync, rmSync } from "node:fs";
import { onTestFinished } from "vitest";
import { GeneratorError } from "../../../src/base/diagnostics/error.ts";
import { update } from "../../../src/project/update/index.ts";
import {
  readTree,
  temporaryFolder,
  type Tree,
} from "../../emit/output/folder.ts";
import { startCodeHost, type CodeHost } from "../../support/code-host.ts";
import { stateOf } from "./states.ts";

/** A project that is behind its draft, whose code host may fail. */
export interface Behind {
  readonly cwd: string;
  readonly host: CodeHost;
  readonly env: Record<string, string>;
  /** Everything that it has. */
  tree(): Tree;
  /** Makes it what it was when it was behind. */
  restore(): void;
  /** The error of an update; undefined where it went well. */
  failure(): Promise<GeneratorError | undefined>;
}

/** The token that no error and no file may have. */
export const token = "tok-5f3e9a";

/** A project with two outputs of a draft and a released revision; the draft has changed since. */
export async function behind(): Promise<Behind> {
  const host = await startCodeHost({
    token,
    limit: 100_000,
    files: {
      "schema/next/schema.ts": stateOf("01-first"),
      "schema/2031-01-01/schema.ts": stateOf("03-renamed"),
    },
  });
  onTestFinished(() => host.close());
  const cwd = temporaryFolder();
  const env = host.env();
  const wanted = { from: host.name, emit: ["types"] } as const;
  await update({
    ...{ cwd, env, ...wanted, out: "a" },
    revisions: ["next", "2031-01-01"],
  });
  await update({ cwd, env, ...wanted, out: "b", revisions: ["next"] });
  host.commit({
    "schema/next/schema.ts": stateOf("02-added"),
    "schema/2032-01-01/schema.ts": stateOf("05-tightened"),
  });
  host.reset();
  const copy = temporaryFolder();
  cpSync(cwd, copy, { recursive: true });
  return {
    cwd,
    host,
    env,
    tree: () => readTree(cwd),
    restore() {
      rmSync(cwd, { recursive: true });
      cpSync(copy, cwd, { recursive: true });
    },
    failure: () =>
      update({ cwd, env }).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof GeneratorError) return error;
          throw error;
        },
      ),
  };
}
