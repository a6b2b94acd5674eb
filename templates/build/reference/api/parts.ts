import { code, fence, link, prose, table } from "../markdown.ts";
import type { Said } from "./comment.ts";
import { inlineProse, inlineType, type FindName } from "./inline.ts";
import type { Member } from "./members.ts";
import { nestedMembers } from "./protocol-methods.ts";
import type { Revisions } from "./revisions.ts";
import type { Sources } from "./sources.ts";
import type { Targets } from "./type-text.ts";

/** What a page knows of the others. */
export interface View {
  readonly sources: Sources;
  readonly revisions: Revisions;
  readonly targets: Targets;
  readonly find: FindName;
}

/** Parts of a page, but for empty ones. */
export function sections(...parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}

/** The examples of a comment. */
export function examples({ examples: all }: Said): string[] {
  return all.map((one) => `**Example**\n\n${fence("typescript", one)}`);
}

/** What a comment refers to. */
export function seeAlso({ see }: Said): string {
  return see.length === 0
    ? ""
    : `See ${see.map(({ url, title }) => link(title.replaceAll("`", ""), url)).join(", ")}.`;
}

/** A table of properties. */
export function properties(
  members: readonly Member[],
  { find, targets }: View,
): string {
  if (members.length === 0) return "";
  return table(
    ["Property", "Type", "What it is"],
    members.map((member) => [
      `\`${member.name}${member.isOptional ? "?" : ""}\``,
      nestedMembers(member, targets).length > 0
        ? "`object`"
        : member.types.map(inlineType).join(" "),
      told(member.said, find) +
        (nestedMembers(member, targets).length > 0
          ? " Its functions are below."
          : ""),
    ]),
  );
}

/** A comment in a cell of a table, with what is so by default. */
export function told(said: Said, find: FindName): string {
  const byDefault =
    said.byDefault === undefined
      ? ""
      : ` Default: ${shownDefault(said.byDefault)}.`;
  const deprecated = said.isDeprecated ? "Deprecated. " : "";
  return deprecated + inlineProse(said.text, find) + byDefault;
}

/** A value is code; a text in parentheses behind it is not. */
export function shownDefault(text: string): string {
  const [, value, note = ""] =
    /^("[^"]*"|-?[\d._]+|true|false)( \(.*\))?$/.exec(text) ?? [];
  return value === undefined ? prose(text) : code(value) + note;
}

/** The names in types that a page tells of, each once. */
export function linksIn(
  pieces: readonly {
    readonly text: string;
    readonly target?: string | undefined;
  }[],
): string {
  const links = pieces.flatMap(({ text, target }) =>
    target ? [link(`\`${text}\``, target)] : [],
  );
  return [...new Set(links)].join(", ");
}
