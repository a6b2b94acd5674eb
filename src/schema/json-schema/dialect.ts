/** The dialects of JSON Schema that are read, oldest first. */
export const dialects = [
  "draft-04",
  "draft-06",
  "draft-07",
  "2019-09",
  "2020-12",
] as const;

/** A dialect of JSON Schema. */
export type Dialect = (typeof dialects)[number];

/** What a schema is of that names none. */
export const latestDialect: Dialect = "2020-12";

/** Whether a dialect is another one, or came after it. */
export function isSince(dialect: Dialect, since: Dialect): boolean {
  return dialects.indexOf(dialect) >= dialects.indexOf(since);
}

/** The dialect that a `$schema` names, in any spelling; undefined for others. */
export function readDialect(uri: string): Dialect | undefined {
  const plain = uri.replace(/#$/, "");
  const found =
    /^https?:\/\/json-schema\.org\/(?:draft\/)?(draft-0[467]|2019-09|2020-12)\/(?:hyper-)?schema$/.exec(
      plain,
    );
  if (found) return dialects.find((one) => one === found[1]);
  const isLatest =
    /^https?:\/\/json-schema\.org\/schema$/.test(plain) ||
    // What OpenAPI adds to 2020-12 are annotations.
    /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w-]+$/.test(
      plain,
    );
  return isLatest ? latestDialect : undefined;
}
