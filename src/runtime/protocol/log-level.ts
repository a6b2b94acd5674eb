/** Least severe first. */
export const logLevels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

/** The severities of RFC 5424. */
export type LogLevel = (typeof logLevels)[number];

/** Whether the peer's word names a severity. */
export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}

/** Whether a message of a level is at least as severe as another level. */
export function reaches(level: LogLevel, least: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(least);
}

/** Whether a message of a level is heard by who wants it from another level on; none is, without one. */
export function isHeard(level: unknown, least: LogLevel | undefined): boolean {
  return least !== undefined && isLogLevel(level) && reaches(level, least);
}
