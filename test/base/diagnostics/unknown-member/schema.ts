export enum Level {
  Low = "low",
  High = "high",
}

export type Low = Level.Lwo;
export type None = typeof Level.Nothing;
