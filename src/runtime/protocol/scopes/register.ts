/**
 * Types that a program registers, so that all its handlers have them:
 *
 *     declare module "@mcp-gen/runtime" {
 *       interface Register {
 *         auth: { sub: string } | undefined;
 *       }
 *     }
 *
 * `auth` is what `authorize` gives beside the principal, and handlers read as
 * `context.auth`; it is `unknown` by default. Where a server speaks over stdio as
 * well, it is undefined there. The module is the one that the program imports `createServer` from:
 * `"@mcp-gen/runtime"`, `"mcp-gen/runtime"`, or the `index` of generated code. In every
 * program, those of one revision too, it can be the core of the runtime:
 * `"@mcp-gen/runtime/core"`, or `"mcp-gen/runtime/core"`.
 */
// An interface, and exported with a star: so that it can be augmented.
export interface Register {}

/** What `authorize` gives beside the principal. */
export type Auth = Register extends { readonly auth: infer Given }
  ? Given
  : unknown;

/** What extensions add to the options of a tool: an extension's module augments it. */
export interface ToolAdditions {}

/** What extensions add to the contexts of a server's handlers: an extension's module augments it. */
export interface ServerContextAdditions {}
