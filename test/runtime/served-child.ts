import { recordChild } from "../support/wire-check.ts";
import { startChild, type Child } from "./child.ts";
import { handshake } from "./table.ts";
import { initialize } from "./wire.ts";

export const initialized = { method: "notifications/initialized" };

/** Starts a server's program, and shakes hands with it. */
export async function openChild(
  file: string,
  options: object = {},
): Promise<Child> {
  const child = startChild(file, options);
  recordChild(child.process, {
    side: "server",
    tables: [handshake],
    until: "served",
  });
  child.send(initialize, initialized);
  await child.says('"id":"init"');
  return child;
}

/** A call of a tool that the program has. */
export function call(id: number, name: string, text = ""): object {
  return { id, method: "tools/call", params: { name, text } };
}

export function ids(child: Child): unknown[] {
  return child.messages().map(({ id }) => id);
}
