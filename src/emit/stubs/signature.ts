import type {
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../../model/index.ts";
import { comment } from "../comment.ts";
import {
  choice,
  group,
  indent,
  join,
  line,
  lines,
  softline,
  type Doc,
} from "../layout.ts";
import { typeReference } from "../references.ts";
import { methodSummary } from "../summaries/index.ts";
import { barred } from "../type-syntax.ts";
import type { Stub } from "./stub.ts";

/** A member with what its message is for, and where to read on. */
export function documented(
  member: Doc,
  message: NotificationMethod,
  { protocol, docs }: Stub,
): Doc {
  if (!docs) return member;
  const { text = "", link } = methodSummary(message, protocol);
  const tags = [
    ...(link === undefined ? [] : [`@see ${link}`]),
    ...deprecation(message, protocol),
  ];
  const paragraphs = tags.length === 0 ? [text] : [text, tags.join("\n")];
  return lines(comment(paragraphs.join("\n\n")), member);
}

function deprecation(
  { type }: NotificationMethod,
  protocol: Protocol,
): string[] {
  const declared = protocol.declarations.find(({ name }) => name === type);
  if (declared?.deprecated !== true) return [];
  const reason = declared.comment?.deprecated;
  return [reason === undefined ? "@deprecated" : `@deprecated ${reason}`];
}

export function paramsType({ params }: NotificationMethod): string {
  return typeReference(params);
}

/** The union of the results that answer a request. */
export function resultType({ results }: RequestMethod): Doc {
  return group(barred(results.map(typeReference)));
}

/** A method's signature: the parameters break before the type of what it returns. */
export function signature(
  name: string,
  items: readonly Doc[],
  returns: Doc,
): Doc {
  return group(
    `${name}(`,
    indent(softline, join([",", line], items)),
    choice(",", ""),
    softline,
    "): ",
    returns,
    ";",
  );
}
