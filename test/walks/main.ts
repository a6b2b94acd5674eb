import { walkOfClient } from "./programs/client.ts";
import { walksOverHttp } from "./programs/http.ts";
import { measure, type Walk } from "./walk.ts";

/** The walks that are told in the architecture page. */
export async function walks(): Promise<Walk[]> {
  return [...(await walksOverHttp()), await walkOfClient()];
}

/** A walk as text: a line for each function that is entered. */
export function printed(walk: Walk): string {
  const { calls, functions, files } = measure(walk);
  const title = `${walk.title}: ${calls} calls of ${functions} functions in ${files} files`;
  return [title, ...walk.steps.map((step) => `  ${step}`), ""].join("\n");
}
