import type { ParsedSchema } from "../../src/parse/index.ts";
import { parseSchema } from "../../src/parse/index.ts";
import { deriveProtocol } from "../../src/derive/index.ts";
import {
  jsonSchemaDocument,
} from "../../src/emit/json-schema/index.ts";
import type { Declaration, Protocol } from "../../src/model/index.ts";
import { emitFiles } from "../support/emitted.ts";
import { semanticErrors, publishedSchema } from "./compilers.ts";

/** What goes wrong with a schema; nothing when all is well. */
export function judge(text: string): string | undefined {
  const refusals = semanticErrors({ "schema.ts": text });
  const parsed = parse(text);
  const errors = parsed.diagnostics.filter((d) => d.severity === "error");
  if (refusals.length > 0) {
    const promised = refusals.filter(({ code }) => [2304,2300,2310,2456,2312,2552,2694].includes(code));
    if (promised.length > 0 && errors.length === 0) return "not reported: " + promised.map(p=>p.message).join("\n");
    return errors.length > 0 ? "SKIP reported" : "SKIP " + refusals[0]?.code;
  }
  if (errors.length > 0) return `reported without need: ${JSON.stringify(errors, null, 1)}`;
  const { protocol } = deriveProtocol(parsed.declarations, { revision: "2024-11-05" });
  return judgeSchema(text, protocol) ?? judgeTypes(text, protocol, parsed);
}

function parse(text: string): ParsedSchema {
  return parseSchema({ path: "schema.ts", text });
}

export function judgeSchema(text: string, protocol: Protocol): string | undefined {
  let wanted: string;
  try { wanted = normal(publishedSchema(text)); } catch (e) { return "SKIP tjs " + String(e).slice(0,100); }
  const { definitions } = jsonSchemaDocument(protocol, { flavor: "official", docs: true });
  const actual = normal(definitions);
  return wanted === actual ? undefined : `schema.json\nwanted ${wanted}\nactual ${actual}`;
}

function normal(value: unknown): string {
  return JSON.stringify(sorted(value), null, 1);
}
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a],[b]) => a < b ? -1 : 1).map(([k, v]) => {
    const s = sorted(v);
    return [k, (k === "anyOf" || k === "type" || k==="enum") && Array.isArray(s) ? s.map(x => [JSON.stringify(x), x] as const).sort(([a],[b]) => a < b ? -1 : 1).map(([,x]) => x) : s];
  }));
}

export function judgeTypes(text: string, protocol: Protocol, parsed: ParsedSchema): string | undefined {
  const files = emitFiles([protocol], { emit: ["types"] });
  const types = files.find(f => f.path.endsWith("/types.ts"))!.text;
  const again = parse(types);
  if (again.diagnostics.length > 0) return `types.ts is not read again: ${JSON.stringify(again.diagnostics)}`;
  const plain = (ds: readonly Declaration[]) => JSON.stringify(strip(ds), null, 1);
  if (plain(again.declarations) !== plain(parsed.declarations)) return `round trip\nwas ${plain(parsed.declarations)}\nis ${plain(again.declarations)}`;
  const names = parsed.declarations.filter(d => d.kind !== "constant" && d.kind !== "enum").map(d => d.name);
  const consts = parsed.declarations.filter(d => d.kind === "constant").map(d => d.name);
  const equal = `import type * as S from "./schema.ts"; import type * as T from "./types.ts";
type Equal<A, B> = (<X>() => X extends A ? 1 : 2) extends (<X>() => X extends B ? 1 : 2) ? true : false;
${names.map(n => `export const e${n}: Equal<S.${n}, T.${n}> = true;`).join("\n")}
${consts.map(n => `export const e${n}: Equal<typeof S.${n}, typeof T.${n}> = true;`).join("\n")}
`;
  const problems = semanticErrors({ "schema.ts": text, "types.ts": types, "equal.ts": equal });
  if (problems.length > 0) return `types.ts: ${problems.map(p => `${p.file}: ${p.message}`).join("\n")}\n${types}`;
  return undefined;
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([k, v]) => !(k === "position")).map(([k, v]) => [k, strip(v)]));
}
