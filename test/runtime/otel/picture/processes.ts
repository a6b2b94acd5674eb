/** A process that takes part: it tells its spans. */
export interface Process {
  /** As the picture calls it. */
  readonly name: string;
  /** Its program, beside this file. */
  readonly program: string;
  /** Whether it serves until the others are done: the others are told where. */
  readonly serves: boolean;
}

/** Those of the picture, in the order in which they begin. */
export const processes: readonly Process[] = [
  { name: "server", program: "server.ts", serves: true },
  { name: "client", program: "client.ts", serves: false },
];
