import type { Position, Protocol } from "../../../schema/model/index.ts";

/** Where something is declared: in the newer schema, or in the older one if it is gone. */
export type PositionOf = (
  name: string,
  isGone: boolean,
) => { position?: Position };

/** Types and constants may share a name. Positions are known of what was read from a schema.ts. */
export function createPositions(
  before: Protocol,
  after: Protocol,
): { type: PositionOf; constant: PositionOf } {
  const find = (isConstant: boolean): PositionOf => {
    const [old, now] = [before, after].map(
      ({ declarations }) =>
        new Map(
          declarations
            .filter(({ kind }) => (kind === "constant") === isConstant)
            .map(({ name, position }) => [name, position]),
        ),
    );
    return (name, isGone) => {
      const position = (isGone ? old : now)?.get(name);
      return position === undefined ? {} : { position };
    };
  };
  return { type: find(false), constant: find(true) };
}
