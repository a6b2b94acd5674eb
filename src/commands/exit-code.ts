/** 0: done, or nothing differs or is invalid. 1: something is. 2: bad usage or input. */
export type ExitCode = 0 | 1 | 2;
