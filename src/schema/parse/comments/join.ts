import type { Annotated, Comment } from "../../model/index.ts";

/** What two declarations of one thing say of it, in source order; what both say is said once. */
export function joinAnnotations(
  first: Annotated,
  second: Annotated,
): Annotated {
  const comment = joinComments(first.comment, second.comment);
  const constraints = { ...first.constraints, ...second.constraints };
  const category = second.category ?? first.category;
  return {
    ...(comment && { comment }),
    ...((first.deprecated ?? second.deprecated) && { deprecated: true }),
    ...((first.internal ?? second.internal) && { internal: true }),
    ...(category !== undefined && { category }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
  };
}

function joinComments(
  first: Comment | undefined,
  second: Comment | undefined,
): Comment | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const texts = [first.text, second.text].filter((text) => text !== undefined);
  const deprecated = second.deprecated ?? first.deprecated;
  const tags = [first, second].flatMap((one) => one.tags ?? []);
  const distinct = new Map(tags.map((tag) => [JSON.stringify(tag), tag]));
  return {
    ...(texts.length > 0 && { text: texts.reduce(joinTexts) }),
    ...(deprecated !== undefined && { deprecated }),
    ...(distinct.size > 0 && { tags: [...distinct.values()] }),
  };
}

function joinTexts(first: string, second: string): string {
  const isSaid = `\n${first}\n`.includes(`\n${second}\n`);
  return isSaid ? first : `${first}\n${second}`;
}
