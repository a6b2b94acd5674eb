import { describe, expect, test } from "vitest";
import { deriveRevision } from "../../src/revisions/derive.ts";
import { renderModule } from "../../src/emit/print/render.ts";
import { clientModule, serverModule } from "../../src/emit/stubs/modules.ts";
import { parseSchema } from "../../src/schema/parse/index.ts";

const head = `
export interface Request { method: string; params?: { _meta?: { [key: string]: unknown } } }
export interface Result { [key: string]: unknown }
interface Paged { cursor?: string }
interface PageResult extends Result { nextCursor?: string }
`;

const options = { runtime: "../runtime/index", docs: false };

/** The names and the items of what a client of such requests can iterate over. */
function iterators(
  schema: string,
  emit: typeof clientModule = clientModule,
): string[] {
  const text = head + schema;
  const { declarations } = parseSchema({ path: "schema.ts", text });
  const { protocol } = deriveRevision(declarations, { revision: "pages" });
  const format = { target: "ts", importExtension: ".ts" } as const;
  const [file] = renderModule(emit(protocol, options), format);
  const calls = file?.text.match(/\w+: items\(\s*"[^)]+\)/g) ?? [];
  return calls.map((call) => call.replaceAll(/\s+/g, " "));
}

const request = (name: string, params = "params?: Paged"): string =>
  `export interface ${name}Request extends Request { method: "${name}"; ${params} }`;

describe("a list that a client can iterate over", () => {
  test("takes a cursor, and gives the next one and an array", () => {
    expect(
      iterators(`${request("Birds")}
        export interface BirdsResult extends PageResult { wrens: string[]; count: number }
        export type ClientRequest = BirdsRequest;`),
    ).toEqual(['allWrens: items("Birds", "wrens")']);
  });

  test.each([
    ["no cursor", request("Birds", ""), "wrens: string[]"],
    ["no array", request("Birds"), "wrens: string"],
    ["an array that may be missing", request("Birds"), "wrens?: string[]"],
    ["two arrays", request("Birds"), "wrens: string[]; owls: string[]"],
  ])("has not %s", (_, asked, given) => {
    expect(
      iterators(`${asked}
        export interface BirdsResult extends PageResult { ${given} }
        export type ClientRequest = BirdsRequest;`),
    ).toEqual([]);
  });

  test("gives the next cursor", () => {
    expect(
      iterators(`${request("Birds")}
        export interface BirdsResult extends Result { wrens: string[] }
        export type ClientRequest = BirdsRequest;`),
    ).toEqual([]);
  });

  test("has a name of its own", () => {
    expect(
      iterators(`${request("Birds")} ${request("More")} ${request("AllWrens", "")}
        export interface BirdsResult extends PageResult { wrens: string[] }
        export interface MoreResult extends PageResult { wrens: string[] }
        export interface AllWrensResult extends Result {}
        export type ClientRequest = BirdsRequest | MoreRequest | AllWrensRequest;`),
    ).toEqual([
      'allWrens2: items("Birds", "wrens")',
      'allWrens3: items("More", "wrens")',
    ]);
  });

  test("is a client's alone", () => {
    const schema = `${request("Birds")}
      export interface BirdsResult extends PageResult { wrens: string[] }
      export type ClientRequest = BirdsRequest;
      export type ServerRequest = BirdsRequest;`;
    expect(iterators(schema, serverModule)).toEqual([]);
    expect(iterators(schema)).toHaveLength(1);
  });
});
