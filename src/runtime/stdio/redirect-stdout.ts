import type Process from "node:process";

// The global: to import it reads all that it has, a millisecond of each start.
declare const process: typeof Process;

/** Where the stream keeps its own `write`: several copies of this module may be there. */
const own = Symbol.for("mcp-gen.stdout.write");

type Write = NodeJS.WriteStream["write"];

/**
 * Lets what is printed, by `console` or by `process.stdout`, go to standard error.
 * Returns what still writes to standard output.
 */
export function redirectStdout(): { readonly write: Write; giveBack(): void } {
  const { stdout, stderr } = process;
  const known: unknown = Reflect.get(stdout, own);
  // It was taken before, and this function is all that sets it.
  const write = known === undefined ? stdout.write : (known as Write);
  const print = stderr.write.bind(stderr);
  stdout.write = print;
  Reflect.set(stdout, own, write);
  return {
    write,
    giveBack() {
      // Who has put something in its place meanwhile keeps it.
      if (stdout.write !== print) return;
      stdout.write = write;
      Reflect.deleteProperty(stdout, own);
    },
  };
}
