export interface First {
  first: string;
}
export interface Second {
  second?: string;
}

/**
 * What a client can do.
 *
 * @category Capabilities
 */
export interface Capabilities extends First {
  /** Said here. */
  alike: string | number;
  a: Level;
}

export interface Uses {
  of: Capabilities;
}

/** And what else it can do. */
export interface Capabilities extends Second, First {
  b?: Capabilities;
  /**
   * Said there.
   *
   * @minLength 1
   */
  alike: NumberOrText;
  a: "low" | "high";
}

/**
 * What a client can do.
 *
 * @deprecated It is too much.
 */
export interface Capabilities {
  listed: { [key: string]: string }[];
  [key: string]: unknown;
}

export interface Capabilities {
  listed: Record<string, string>[];
}

export type Level = "high" | "low";
export type NumberOrText = number | string;

interface Local {
  a: string;
}
interface Local {
  b: string;
}
export { Local };
