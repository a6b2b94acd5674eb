import type Process from "node:process";

// The global object: an import of the module would read all of its members, which takes a
// millisecond.
declare const process: typeof Process;

/** Key for the original `write`, shared by all copies of this module. */
const own = Symbol.for("mcp-gen.stdout.write");

type Write = NodeJS.WriteStream["write"];

/**
 * Redirects output of `console` and `process.stdout` to standard error. Returns the
 * function that writes to standard output.
 */
export function redirectStdout(): { readonly write: Write; giveBack(): void } {
  const { stdout, stderr } = process;
  const known: unknown = Reflect.get(stdout, own);
  // It was redirected before: only this function sets the value.
  const write = known === undefined ? stdout.write : (known as Write);
  const print = stderr.write.bind(stderr);
  stdout.write = print;
  Reflect.set(stdout, own, write);
  return {
    write,
    giveBack() {
      // Another redirection since then stays.
      if (stdout.write !== print) return;
      stdout.write = write;
      Reflect.deleteProperty(stdout, own);
    },
  };
}
