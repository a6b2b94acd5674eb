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
 * well, it is undefined there. The module is the package that the program has:
 * `"@mcp-gen/runtime"`, or `"mcp-gen/runtime"` where that is `mcp-gen` itself. With a
 * copied runtime it is the `index` of that runtime.
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
