import { deriveRevision } from "../../../src/revisions/derive.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { withoutDocs } from "../../../src/schema/model/without-docs.ts";
import { parseSchema } from "../../../src/schema/parse/index.ts";
import { compare, judgedTypes } from "../../emit/guards/agreement.ts";
import { unformatted } from "../../emit/formatted.ts";
import { emitFiles, runtimeSources } from "../../support/emitted.ts";
import { refusals, standard, type Files } from "./compiler.ts";

/** A schema that the compiler accepts, as text and as what it was read as. */
export interface Accepted {
  readonly text: string;
  readonly protocol: Protocol;
}

/** What is wrong with what comes of a schema: nothing, when all is well. */
export type Judge = (schema: Accepted) => Promise<string[]>;

/** The oldest revision: its published JSON Schema has the form that the tool itself prints. */
const revision = "2024-11-05";

export function protocolOf(text: string): Protocol {
  const { declarations } = parseSchema({ path: "schema.ts", text });
  return deriveRevision(declarations, { revision }).protocol;
}

/** A text with what a `Date` is when it is sent. */
export function asSent(text: string): string {
  return text.replaceAll(/\bDate\b/g, "string");
}

function emittedTypes(protocol: Protocol): string {
  const files = emitFiles([protocol], { emit: ["types"] });
  return files.find(({ path }) => path.endsWith("/types.ts"))?.text ?? "";
}

/** Reading the emitted types gives the same protocol again. */
export const roundTrip: Judge = async ({ protocol }) => {
  const [was, is] = [protocol, protocolOf(emittedTypes(protocol))].map((one) =>
    asSent(JSON.stringify(withoutDocs(one), null, 1)),
  );
  return was === is ? [] : [`was ${was}\nis ${is}`];
};

/** Every emitted type is the schema's own to the compiler; enums alone become unions. */
export const sameTypes: Judge = async ({ text, protocol }) => {
  const { declarations } = protocol;
  if (declarations.some(({ kind }) => kind === "enum")) return [];
  const equal = declarations.map(({ kind, name }) => {
    const query = kind === "constant" ? "typeof " : "";
    return `export const same${name}: Equal<${query}S.${name}, ${query}T.${name}> = true;`;
  });
  const problems = refusals({
    "/schema.ts": asSent(text),
    "/types.ts": emittedTypes(protocol),
    "/equal.ts": [equality, ...equal].join("\n"),
  });
  return problems.map((problem) => problem.text);
};

const equality = `
import type * as S from "./schema.ts";
import type * as T from "./types.ts";
type Equal<A, B> =
  (<X>() => X extends A ? 1 : 2) extends (<X>() => X extends B ? 1 : 2) ? true : false;`;

/** All that is emitted compiles, with unused names being errors too. */
export const compiles: Judge = async ({ protocol }) => {
  const emitted = emitFiles([protocol], { importExtension: ".ts" });
  const sources = [...emitted, ...runtimeSources(".ts")];
  const files: Files = Object.fromEntries(
    sources
      .filter(({ path }) => path.endsWith(".ts"))
      .map(({ path, text }) => [`/${path}`, text]),
  );
  return refusals(files, [...standard, "lib.dom.d.ts"]).map(({ text }) => text);
};

/** All that is emitted is as prettier prints it. */
export const formatted: Judge = async ({ protocol }) => {
  const emitted = emitFiles([protocol]);
  const wrong = await unformatted(emitted, "babel-ts");
  return emitted
    .filter(({ path }) => wrong.includes(path))
    .map(({ path, text }) => `${path}:\n${text}`);
};

/** Guards accept what ajv accepts, by the emitted JSON Schema. */
export const guardsAgree: Judge = async ({ protocol }) => {
  const types = await judgedTypes(protocol);
  return types.flatMap((type) => {
    try {
      compare(type, 40, 1);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
};
