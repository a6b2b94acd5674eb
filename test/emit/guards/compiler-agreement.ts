import fc from "fast-check";
import { ts } from "ts-morph";
import { emitRevision } from "../../../src/emit/index.ts";
import { parseSchema } from "../../../src/schema/parse/index.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { deriveRevision } from "../../../src/revisions/derive.ts";
import { everything } from "../../support/emitted.ts";
import { judgedTypes } from "./agreement.ts";
import { mutate, mutations } from "./mutations.ts";
import { named, randomTypes, type RandomType } from "./random-types.ts";

/** What came of a comparison. */
export interface Agreement {
  /** Types that were emitted, and types that have diagnostics. */
  readonly emitted: number;
  readonly refused: number;
  /** Values that guards accept, and that they refuse. */
  readonly accepted: number;
  readonly rejected: number;
  /** What the compiler says of the emitted types, by its options. */
  readonly problems: readonly string[];
  /** Values of which guard and compiler disagree. */
  readonly disagreements: readonly string[];
}

/**
 * Compares guards with the compiler: of random types that are emitted, a value that the
 * guard accepts is of the type, and one that it rejects is not, unless tags narrow it.
 */
export async function compareWithCompiler(
  seed: number,
  types: number,
  values: number,
): Promise<Agreement> {
  const all = fc.sample(randomTypes, { seed, numRuns: types });
  const sound = all.filter(isRead);
  const text = [
    "export const SCHEMA = true;",
    named,
    ...sound.map((one, at) => nameType(one, at)),
  ].join("\n");
  const protocol = protocolOf(text);
  const judged = await judgedTypes(protocol);
  const claims = judged.flatMap(({ name, guard, values: valid }) => {
    const at = /^Random(\d+)$/.exec(name)?.[1];
    const type = at === undefined ? undefined : sound[Number(at)];
    if (type === undefined) return [];
    const found = fc.sample(
      fc.oneof(
        valid,
        small,
        fc.tuple(valid, mutations).map(([one, by]) => mutate(one, by)),
      ),
      { seed, numRuns: values },
    );
    return found.filter(isJson).map((value) => ({
      ...{ name, type, value },
      isAccepted: guard.is(value),
    }));
  });
  const lines = claims.map(
    ({ name, value, isAccepted }, at) =>
      `export const c${at}: [${typeText(value)}] extends [T.${name}] ? 1 : 0 = ${isAccepted ? 1 : 0};`,
  );
  const emitted = typesOf(protocol);
  const checks = ['import type * as T from "./types.js";', ...lines].join("\n");
  const wrong = compile({ "types.ts": emitted, "checks.ts": checks }, true);
  const disagreements = wrong.flatMap(({ file, line, message }) => {
    if (file !== "checks.ts") return [];
    const claim = claims[line - 2];
    if (claim === undefined) return [message];
    const { type, value, isAccepted } = claim;
    if (!isAccepted && type.isTagged) return [];
    if (isLoose(type) && (!isAccepted || holdsFields(value))) return [];
    return [
      `${type.text}: the guard ${isAccepted ? "accepts" : "rejects"} ${JSON.stringify(value)}`,
    ];
  });
  const said = [true, false].flatMap((exact) =>
    compile({ "types.ts": emitted }, exact).map(
      ({ line, message }) => `${emitted.split("\n")[line - 1]}: ${message}`,
    ),
  );
  return {
    emitted: sound.length,
    refused: all.length - sound.length,
    accepted: claims.filter(({ isAccepted }) => isAccepted).length,
    rejected: claims.filter(({ isAccepted }) => !isAccepted).length,
    problems: said,
    disagreements,
  };
}

/** Few values, of the names and texts that types have. */
const small = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<unknown>("a", "b", "aa", "", 0, 1, 1.5, 2, true, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("value"), {
      maxKeys: 3,
    }),
  ),
})).value;

function isRead(type: RandomType): boolean {
  const text = `${named}${nameType(type, 0)}`;
  return parseSchema({ path: "schema.ts", text }).diagnostics.length === 0;
}

function nameType({ text }: RandomType, at: number): string {
  return text.replace("type Random", `type Random${at}`);
}

function protocolOf(text: string): Protocol {
  const parsed = parseSchema({ path: "schema.ts", text });
  if (parsed.diagnostics.length > 0)
    throw new Error(JSON.stringify(parsed.diagnostics));
  return deriveRevision(parsed.declarations, {
    revision: "random",
    published: false,
  }).protocol;
}

function typesOf(protocol: Protocol): string {
  const { files } = emitRevision(protocol, { ...everything, emit: ["types"] });
  return files.find(({ path }) => path.endsWith("/types.ts"))?.text ?? "";
}

/**
 * Returns true if a part of the type asks for no field. TypeScript takes arrays and texts
 * for such an object, and no object that has only other fields.
 */
function isLoose({ text }: RandomType): boolean {
  return /\{\}|Empty|Partial|Omit|Pick|unknown|never|\?/.test(text);
}

function holdsFields(value: unknown): boolean {
  return JSON.stringify(value).includes(":");
}

function isJson(value: unknown): boolean {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined || text.includes("__proto__")) return false;
  return !text.includes("e+") && same(value, JSON.parse(text));
}

function same(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || one === null || other === null)
    return Object.is(one, other);
  if (typeof other !== "object") return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => same(Reflect.get(one, key), Reflect.get(other, key)))
  );
}

/** The type of just one value. */
function typeText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(typeText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return quoted(value);
  const fields = Object.entries(value).map(
    ([name, one]) => `${quoted(name)}: ${typeText(one)}`,
  );
  return `{ ${fields.join("; ")} }`;
}

/** A line of its own even if a text has what ends a line of TypeScript. */
function quoted(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** What TypeScript needs to know, instead of its libraries. */
const library = `
interface Array<T> { length: number; [n: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [n: number]: T }
interface Boolean { valueOf(): boolean }
interface CallableFunction {}
interface Function {}
interface IArguments {}
interface NewableFunction {}
interface Number { toFixed(): string }
interface Object {}
interface RegExp {}
interface String { charAt(at: number): string; readonly length: number }
type Partial<T> = { [P in keyof T]?: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Exclude<T, U> = T extends U ? never : T;
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type Record<K extends keyof any, T> = { [P in K]: T };
`;

interface Complaint {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Compiles files in this process, without a library: what the compiler finds. */
function compile(
  files: Readonly<Record<string, string>>,
  exact: boolean,
): Complaint[] {
  const all: Readonly<Record<string, string>> = {
    ...files,
    "lib.d.ts": library,
  };
  const options: ts.CompilerOptions = {
    ...{ strict: true, noLib: true, noEmit: true, types: [] },
    exactOptionalPropertyTypes: exact,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const nameOf = (path: string): string => path.replace(/^\//, "");
  const host: ts.CompilerHost = {
    getSourceFile: (path, target) => {
      const text = all[nameOf(path)];
      return text === undefined
        ? undefined
        : ts.createSourceFile(path, text, target);
    },
    getDefaultLibFileName: () => "/lib.d.ts",
    writeFile: () => {},
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: (path) => all[nameOf(path)] !== undefined,
    readFile: (path) => all[nameOf(path)],
  };
  const program = ts.createProgram(
    Object.keys(all).map((name) => `/${name}`),
    options,
    host,
  );
  return ts.getPreEmitDiagnostics(program).map((found) => {
    const { file, start = 0, messageText } = found;
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return {
      file: nameOf(file?.fileName ?? ""),
      line: line + 1,
      message: ts.flattenDiagnosticMessageText(messageText, "\n"),
    };
  });
}
