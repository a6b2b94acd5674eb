/**
 * 0: done, or nothing differs or is invalid. 1: something is. 2: bad usage or input.
 * 3: no answer from a server. 130: Ctrl-C, as shells have it.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 130;
