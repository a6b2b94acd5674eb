import type {
  ConstantDeclaration,
  Protocol,
} from "../../schema/model/index.ts";
import type { Change } from "./change/change.ts";
import { compareSaid } from "./types/documentation.ts";
import { changeOf } from "./change/make.ts";

/** What is said of the constants that both have. */
export function compareConstantsSaid(
  before: Protocol,
  after: Protocol,
): Change[] {
  const known = new Map(
    constantsOf(before).map((constant) => [constant.name, constant]),
  );
  const place = { path: [], subject: "constant" } as const;
  return constantsOf(after).flatMap((constant) => {
    const { name } = constant;
    return compareSaid(known.get(name) ?? constant, constant, place).map(
      ({ path: _, ...difference }) =>
        changeOf({ ...difference, where: { name }, senders: [] }),
    );
  });
}

export function constantsOf({ declarations }: Protocol): ConstantDeclaration[] {
  return declarations.filter((one) => one.kind === "constant");
}
