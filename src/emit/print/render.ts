import { lineComment } from "./comment.ts";
import {
  after,
  block,
  brokenGroup,
  choice,
  group,
  hardline,
  indent,
  join,
  line,
  lines,
  print,
  softline,
  types,
  type Doc,
} from "./layout.ts";
import { lintMarks } from "./marks.ts";
import type {
  ConstantItem,
  EmittedFile,
  FixedItem,
  FunctionItem,
  ImportExtension,
  ImportItem,
  ImportName,
  Item,
  Module,
  Parameter,
  ReexportItem,
  Target,
  VariableItem,
} from "./module.ts";
import { quote } from "./names.ts";

export interface RenderOptions {
  readonly target: Target;
  readonly importExtension: ImportExtension;
}

type Language = "ts" | "js" | "d.ts";

/** Prints a module as `.ts`, or as `.js` with its `.d.ts`. */
export function renderModule(
  module: Module,
  options: RenderOptions,
): EmittedFile[] {
  const languages: readonly Language[] =
    options.target === "ts" ? ["ts"] : ["js", "d.ts"];
  return languages.map((language) => ({
    path: `${module.path}.${language}`,
    text: renderText(module, language, options.importExtension),
  }));
}

function renderText(
  module: Module,
  language: Language,
  extension: ImportExtension,
): string {
  const parts: Doc[] = [];
  let previous: Item | undefined;
  for (const item of neededIn(module, language, extension)) {
    const doc = renderItem(item, language, extension);
    if (doc === undefined) continue;
    const compact = previous !== undefined && standsClose(previous, item);
    parts.push(compact ? hardline : [hardline, hardline], doc);
    previous = item;
  }
  // A file without an import or an export is no module.
  if (previous === undefined) parts.push(hardline, hardline, "export {};");
  const text = print([lineComment(module.header), parts], {
    types: language !== "js",
  });
  // What has no header is shown, and is no file.
  const marks = module.header.length === 0 ? [] : lintMarks;
  return [...marks, text, ""].join("\n");
}

/** The items, without the modules that no declaration refers to: values may need them, and these are not told. */
function neededIn(
  { items }: Module,
  language: Language,
  extension: ImportExtension,
): readonly Item[] {
  if (language !== "d.ts") return items;
  const said = items
    .filter(({ kind }) => kind !== "import")
    .map((item) => print(renderItem(item, language, extension) ?? ""));
  return items.filter(
    (item) =>
      item.kind !== "import" ||
      item.namespace === undefined ||
      said.some((text) => text.includes(`${item.namespace}.`)),
  );
}

/** What an item says, apart from its comment. */
export function itemText(item: Item): string {
  const { comment: _, ...bare } = { comment: undefined, ...item };
  return print(renderItem(bare, "ts", "none") ?? "");
}

/** Whether two items stand on neighbouring lines. */
function standsClose(first: Item, second: Item): boolean {
  const links = ["import", "reexport"];
  if (links.includes(first.kind)) return first.kind === second.kind;
  return (
    first.kind === "constant" &&
    second.kind === "constant" &&
    second.comment === undefined &&
    first.type === undefined &&
    second.type === undefined
  );
}

function renderItem(
  item: Item,
  language: Language,
  extension: ImportExtension,
): Doc | undefined {
  switch (item.kind) {
    case "import":
      return renderImport(item, language, extension);
    case "reexport":
      return renderReexport(item, language, extension);
    case "type":
      // A declaration file exports all that it declares.
      if (language === "js" || (language === "d.ts" && !item.exported))
        return undefined;
      return withComment(item.comment, [exported(item.exported), item.text]);
    case "function":
      return renderFunction(item, language);
    case "constant":
      return renderConstant(item, language);
    case "variable":
      return renderVariable(item, language);
    case "fixed":
      return renderFixed(item, language);
    default:
      return item satisfies never;
  }
}

function renderFixed(item: FixedItem, language: Language): Doc | undefined {
  if (language === "d.ts" && !item.exported) return undefined;
  const ts = item.exported ? item.ts : (item.unexported ?? item.ts);
  const text = language === "ts" || item.isType ? ts : item.js;
  const said = language === "d.ts" ? (item.declaration ?? item.ts) : text;
  if (said === undefined || (item.isType && language === "js"))
    return undefined;
  return withComment(
    item.comment === undefined ? undefined : lines(...item.comment.split("\n")),
    [exported(item.exported), lines(...said.split("\n"))],
  );
}

function renderImport(
  { types: typeOnly, names, namespace, from }: ImportItem,
  language: Language,
  extension: ImportExtension,
): Doc | undefined {
  if (typeOnly && language === "js") return undefined;
  const origin = moduleSpecifier(from, language, extension);
  if (namespace !== undefined) {
    const keyword = typeOnly || language === "d.ts" ? "import type" : "import";
    return `${keyword} * as ${namespace} from ${origin};`;
  }
  // Values by name are used in bodies, which a declaration file has none of.
  const isUnused = !typeOnly && language === "d.ts";
  if (isUnused || names.length === 0) return undefined;
  return ["import ", clause(typeOnly, names), ` from ${origin};`];
}

function renderReexport(
  { types: typeOnly, names, namespace, from }: ReexportItem,
  language: Language,
  extension: ImportExtension,
): Doc | undefined {
  if (typeOnly && language === "js") return undefined;
  const origin = moduleSpecifier(from, language, extension);
  if (names !== undefined)
    return ["export ", clause(typeOnly, names), ` from ${origin};`];
  const all = namespace === undefined ? "*" : `* as ${namespace}`;
  return `export ${typeOnly ? "type " : ""}${all} from ${origin};`;
}

function renderFunction(
  item: FunctionItem,
  language: Language,
): Doc | undefined {
  if (language === "d.ts" && !item.exported) return undefined;
  const { overloads = [] } = item;
  const declared = language === "js" ? [] : overloads;
  const heads = declared.map((one) =>
    withComment(one.comment, [
      functionHead({ ...item, ...one }, language),
      ";",
    ]),
  );
  if (language === "d.ts" && heads.length > 0) return lines(...heads);
  const body = language === "d.ts" ? ";" : [" ", block(...item.body)];
  const whole = [functionHead(item, language), body];
  return heads.length > 0
    ? lines(...heads, whole)
    : withComment(item.comment, whole);
}

function functionHead(item: FunctionItem, language: Language): Doc {
  return [
    exported(item.exported),
    language === "d.ts" ? "declare " : "",
    `function ${item.name}`,
    types(item.typeParameters ?? ""),
    group(parameterList(item.parameters), types(": ", item.returns)),
  ];
}

function parameterList(parameters: readonly Parameter[]): Doc {
  if (parameters.length === 0) return "()";
  const items = parameters.map((parameter): Doc => [
    parameter.name,
    types(parameter.optional === true ? "?: " : ": ", parameter.type),
  ]);
  const body = indent(softline, join([",", line], items));
  const isRest = parameters.at(-1)?.name.startsWith("...");
  return ["(", body, isRest === true ? "" : choice(",", ""), softline, ")"];
}

function renderConstant(
  item: ConstantItem,
  language: Language,
): Doc | undefined {
  const type = item.type === undefined ? "" : types(": ", item.type);
  if (language !== "d.ts")
    return withComment(item.comment, [
      exported(item.exported),
      `const ${item.name}`,
      type,
      " =",
      item.breaks === true ? after(item.value, ";") : [" ", item.value, ";"],
    ]);
  if (!item.exported) return undefined;
  const declared =
    item.declaredType !== undefined
      ? [": ", item.declaredType]
      : item.type === undefined
        ? [" = ", item.value]
        : type;
  return withComment(item.comment, [
    `export declare const ${item.name}`,
    declared,
    ";",
  ]);
}

function renderVariable(
  { exported: isExported, name, type }: VariableItem,
  language: Language,
): Doc | undefined {
  const typed = [`let ${name}`, types(": ", type, " | undefined"), ";"];
  if (language !== "d.ts") return [exported(isExported), typed];
  return isExported ? ["export declare ", typed] : undefined;
}

function withComment(comment: Doc | undefined, doc: Doc): Doc {
  return comment === undefined ? doc : lines(comment, doc);
}

function exported(value: boolean): string {
  return value ? "export " : "";
}

/** `type { a, b as c }`: prettier breaks the names where they do not fit. */
function clause(typeOnly: boolean, names: readonly ImportName[]): Doc {
  const items = names.map(({ name, as }) =>
    as === undefined || as === name ? name : `${name} as ${as}`,
  );
  const keyword = typeOnly ? "type " : "";
  const body = [line, join([",", line], items)];
  const wrap = items.length === 0 ? brokenGroup : group;
  return [keyword, wrap("{", indent(body), choice(",", ""), line, "}")];
}

function moduleSpecifier(
  from: string,
  language: Language,
  extension: ImportExtension,
): string {
  if (!from.startsWith(".")) return quote(from);
  // JavaScript is not rewritten by a compiler later on, so ".ts" cannot serve there.
  const ending = language !== "ts" && extension === ".ts" ? ".js" : extension;
  return quote(ending === "none" ? from : from + ending);
}
