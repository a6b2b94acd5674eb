import type { Walk } from "../walk.ts";
import type { Stage, Told } from "./told.ts";

/** A function of a walk: its file, and its name without its class. */
export interface Step {
  readonly file: string;
  readonly name: string;
}

/** A stage with the functions of it. */
export interface Part extends Stage {
  readonly steps: readonly Step[];
}

/** Divides a walk into its stages. Throws where a stage is not in it, after the one before. */
export function divide(walk: Walk, { stages }: Told): Part[] {
  const steps = walk.steps.map(stepOf);
  let from = 0;
  const starts = stages.map(({ at, title }, index) => {
    const after = index === 0 ? 0 : from + 1;
    const found = steps.findIndex(
      ({ file, name }, place) => place >= after && `${file} ${name}` === at,
    );
    if (found < 0 || (index === 0 && found > 0))
      throw new Error(`${walk.title}: ${title} does not begin at ${at}`);
    from = found;
    return found;
  });
  return stages.map((stage, index) => ({
    ...stage,
    steps: steps.slice(starts[index], starts[index + 1]),
  }));
}

function stepOf(step: string): Step {
  const [path = "", ...rest] = step.split(" ");
  const file = path.replace(/^runtime\//, "").replace(/\.ts$/, "");
  return { file, name: rest.join(" ").replace(/^[A-Z]\w*\./, "") };
}
