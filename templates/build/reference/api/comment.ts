import { Node } from "ts-morph";
import { fence } from "../markdown.ts";

/** What a doc comment says, in its parts. */
export interface Said {
  /** Markdown; paragraphs are apart by an empty line. */
  readonly text: string;
  readonly params: ReadonlyMap<string, string>;
  /** Code. */
  readonly examples: readonly string[];
  readonly see: readonly { readonly url: string; readonly title: string }[];
  /** What an option is where it is left out. */
  readonly byDefault: string | undefined;
  readonly isDeprecated: boolean;
}

/** What the doc comment above a declaration says; nothing where there is none. */
export function saidOf(node: Node): Said {
  const documented = documentedNode(node);
  const docs = Node.isJSDocable(documented) ? documented.getJsDocs() : [];
  return readComment(docs.at(-1)?.getInnerText() ?? "");
}

/** A variable's comment stands above its statement. */
function documentedNode(node: Node): Node {
  return Node.isVariableDeclaration(node)
    ? (node.getVariableStatement() ?? node)
    : node;
}

/** Reads a comment without its stars. */
function readComment(inner: string): Said {
  const [text = "", ...tags] = `\n${inner}`.split(/^(?=@[a-z]+)/im);
  const params = new Map<string, string>();
  const examples: string[] = [];
  const see: { url: string; title: string }[] = [];
  let byDefault: string | undefined;
  let isDeprecated = false;
  for (const tag of tags) {
    const [, name = "", body = ""] = /^@([a-z]+)[ \t]*([^]*)$/i.exec(tag) ?? [];
    const said = joined(body);
    if (name === "example") examples.push(body.trim());
    if (name === "default") byDefault = said;
    if (name === "deprecated") isDeprecated = true;
    const [, param, what = ""] = /^(\w+) *-? *(.*)$/.exec(said) ?? [];
    if (name === "param" && param) params.set(param, what);
    const [, url, title] =
      /^\{@link (\S+?)(?: *\| *([^}]+))?\}/.exec(said) ?? [];
    if (name === "see" && url) see.push({ url, title: title ?? url });
  }
  const paragraphs = text.replace(/^\s*\n|\s+$/g, "").split(/\n[ \t]*\n/);
  return {
    text: paragraphs.map(paragraph).join("\n\n"),
    params,
    examples,
    see,
    byDefault,
    isDeprecated,
  };
}

/** Lines of one paragraph are one line, unless they are a list or code. */
function paragraph(text: string): string {
  const lines = text.split("\n");
  if (lines.every((line) => line.startsWith("    ")))
    return fence("typescript", lines.map((line) => line.slice(4)).join("\n"));
  return /^\s*([-*] |\d+\. |```)/m.test(text) ? text : joined(text);
}

function joined(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}
