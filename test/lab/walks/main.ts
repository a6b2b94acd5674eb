import { walkOfClient, walkOfClientOverHttp } from "./programs/client.ts";
import { walksOverHttp } from "./programs/http.ts";
import { walksOverStdio } from "./programs/stdio.ts";
import { clientCalls } from "./told/client.ts";
import { overHttp } from "./told/http.ts";
import { filesOf } from "./told/page.ts";
import { overStdio } from "./told/stdio.ts";
import { tower } from "./told/tower.ts";
import { measure, type Walk } from "./walk.ts";

/** The walks that the pages of the architecture tell. */
export async function walks(): Promise<Walk[]> {
  return [
    ...(await walksOverHttp()),
    ...(await walksOverStdio()),
    await walkOfClientOverHttp(),
    await walkOfClient(),
  ];
}

/** The pages of the walks, with their pictures: texts by path. */
export function pagesOf(found: readonly Walk[]): Record<string, string> {
  return Object.assign(
    { "docs/architecture/pictures/rooms.svg": tower() },
    ...[overHttp, overStdio, clientCalls].map((page) => filesOf(page, found)),
  ) as Record<string, string>;
}

/** A walk as text: a line for each function that is entered. */
export function printed(walk: Walk): string {
  const { calls, functions, files } = measure(walk);
  const title = `${walk.title}: ${calls} calls of ${functions} functions in ${files} files`;
  return [title, ...walk.steps.map((step) => `  ${step}`), ""].join("\n");
}
