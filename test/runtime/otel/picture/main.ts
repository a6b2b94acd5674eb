import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { draw } from "./draw.ts";
import { processes } from "./processes.ts";
import { traceOf } from "./run.ts";

/** Where the picture is. */
export const picture: string = join(
  import.meta.dirname,
  "../../../../docs/guides/pictures/trace.svg",
);

/** Draws what a run tells. */
export async function main(): Promise<void> {
  writeFileSync(picture, draw(await traceOf(processes)));
}
