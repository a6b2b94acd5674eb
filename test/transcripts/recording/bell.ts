import { patient } from "../../runtime/wait.ts";

/** Rings whenever something came, from wherever. */
export interface Bell {
  ring(): void;
  /** Resolves once it is so; rejects when that takes too long. */
  until(isSo: () => boolean, what: () => string): Promise<void>;
}

export function createBell(): Bell {
  const waiting = new Set<() => void>();
  return {
    ring() {
      for (const look of [...waiting]) look();
    },
    until: (isSo, what) =>
      new Promise((resolve, reject) => {
        const stop = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`in vain: ${what()}`));
        }, patient.timeout);
        const look = (): void => {
          if (!isSo()) return;
          stop();
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
