/**
 * 0: done, or nothing differs or is invalid. 1: something is. 2: bad usage or input.
 * 130: Ctrl-C at a question, as shells have it.
 */
export type ExitCode = 0 | 1 | 2 | 130;
