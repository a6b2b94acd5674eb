import type { Tape } from "./tape.ts";

/** Writes a comment, or none. */
export function randomComment(
  tape: Tape,
  kind: "plain" | "constraint",
): string {
  const tags = tape.pick([
    "@deprecated",
    "@deprecated no longer used",
    "@internal",
    "@category Things",
    "@see {@link I}",
    "@example\n * a = 1",
    "@since 1.0",
  ]);
  const constraints = tape.pick([
    "@format uri",
    "@default x",
    "@description Of it.",
    "@title Short",
    "@examples [1, 2]",
    "@minProperties 1",
    "@minLength 2",
    "@maximum 4",
    "@minItems 1",
    "@nullable",
    "@TJS-type number",
  ]);
  const tag = kind === "plain" ? tags : tape.pick([constraints, tags]);
  return tape.pick([
    "",
    "",
    "/** Of one line. */\n",
    `/**\n * Text.\n * More, and {@link I}.\n *\n * ${tag}\n */\n`,
    `/** ${tag} */\n`,
    "// not of JSDoc\n",
    "/** Detached? */\n// between\n",
    "/* plain */\n",
    "/** First. */\n/** Second. */\n",
  ]);
}
