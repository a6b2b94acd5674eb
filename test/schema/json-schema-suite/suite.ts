import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  hasOfficialFiles,
  officialFiles,
} from "../../support/official-files.ts";

const { folder } = officialFiles.suite;

/** The dialects whose tests are run, with the `$schema` that their schemas leave out. */
export const suiteDialects = {
  "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
  draft7: "http://json-schema.org/draft-07/schema#",
} as const;

export type SuiteDialect = keyof typeof suiteDialects;

/** A schema of the suite, and what it says of values. */
export interface SuiteGroup {
  /** `draft7/ref.json: nested refs`. */
  readonly title: string;
  readonly schema: unknown;
  readonly tests: readonly SuiteTest[];
}

/** A value, and whether the schema accepts it. */
export interface SuiteTest {
  readonly description: string;
  readonly data: unknown;
  readonly valid: boolean;
}

/**
 * The groups of a dialect: of the part that every implementation has to pass, or of the
 * optional one. There are none in a clone without the suite.
 */
export function suiteGroups(
  dialect: SuiteDialect,
  part: "required" | "optional" = "required",
): SuiteGroup[] {
  const under = part === "required" ? dialect : `${dialect}/optional`;
  if (!hasOfficialFiles("suite")) return [];
  const files = readdirSync(path.join(folder, "tests", under))
    .filter((file) => file.endsWith(".json"))
    .sort();
  return files.flatMap((file) => {
    const text = readFileSync(path.join(folder, "tests", under, file), "utf8");
    // The suite describes its files by a schema of its own.
    const groups = JSON.parse(text) as (Omit<SuiteGroup, "title"> & {
      description: string;
    })[];
    return groups.map(({ description, schema, tests }) => ({
      title: `${under}/${file}: ${description}`,
      schema: ofDialect(schema, dialect),
      tests,
    }));
  });
}

/** The suite's folder says the dialect of a schema that names none. */
function ofDialect(schema: unknown, dialect: SuiteDialect): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  return { $schema: suiteDialects[dialect], ...schema };
}
