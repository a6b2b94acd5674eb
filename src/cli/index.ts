/**
 * Commands, prompts, `call`, `init` and `dev`. `src/cli.ts` starts them.
 *
 * May import: `runtime`, `base`, `schema`, `revisions`, `compat`, `emit`, `validate`, `contracts`, `project`.
 *
 * @module
 */
export {};
