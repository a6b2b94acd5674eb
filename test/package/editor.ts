import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A place in a text; both count from one. */
export interface Place {
  readonly line: number;
  readonly offset: number;
}

/** Where something is declared. */
export interface Definition {
  readonly file: string;
  readonly start: Place;
}

interface Response {
  readonly type: string;
  readonly request_seq?: number;
  readonly body?: readonly Definition[];
}

const server = join(
  import.meta.dirname,
  "../../node_modules/typescript-6/lib/tsserver.js",
);

/** What TypeScript's server, which editors ask, tells of places in a file. */
export async function askEditor(
  file: string,
  places: readonly Place[],
): Promise<(Definition | undefined)[]> {
  const args = [server, "--disableAutomaticTypingAcquisition"];
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const commands = [
    { command: "open", arguments: { file } },
    ...places.map((place) => {
      return { command: "definition", arguments: { file, ...place } };
    }),
  ];
  commands.forEach((command, seq) =>
    child.stdin.write(
      `${JSON.stringify({ seq, type: "request", ...command })}\n`,
    ),
  );
  const answers = new Map<number, Response>();
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith("{")) continue;
    // What the server's protocol says.
    const response = JSON.parse(line) as Response;
    if (response.type === "response")
      answers.set(response.request_seq ?? -1, response);
    if (places.every((_, index) => answers.has(index + 1))) child.kill();
  }
  return places.map((_, index) => answers.get(index + 1)?.body?.[0]);
}
