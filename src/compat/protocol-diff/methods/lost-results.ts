import type {
  Declaration,
  Protocol,
  RequestMethod,
} from "../../../schema/model/index.ts";
import { namesWithin } from "../reach/reach.ts";

/**
 * Results are found by the name of their request, where no type says more. One that is
 * still declared, and answers nothing any more, has lost its request by a name alone, if
 * what has taken its place is found neither by name nor in the type of an answer.
 */
export function isLostByName(
  lost: string,
  found: string,
  request: RequestMethod,
  { declarations, requests }: Protocol,
): boolean {
  const isDeclared = declarations.some(({ name }) => name === lost);
  const isAnswer = requests.some(({ results }) =>
    results.some(({ name }) => name === lost),
  );
  const isNamed =
    found === request.type.replace(/Request$/, "Result") ||
    declarations.flatMap(resultsOfAnswer).includes(found);
  return isDeclared && !isAnswer && !isNamed;
}

/** What the type of an answer says that it holds. */
function resultsOfAnswer(declaration: Declaration): string[] {
  if (declaration.kind !== "interface") return [];
  return declaration.properties.flatMap(({ name, type }) =>
    name === "result" ? namesWithin(type) : [],
  );
}
