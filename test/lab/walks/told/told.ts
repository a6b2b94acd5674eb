/** A column of a picture: a room of the runtime, or who uses it. */
export interface Lane {
  readonly title: string;
  /** The folder of `src/runtime`, or whose code it is. */
  readonly folder: string;
}

/** A part of a walk, in one lane. */
export interface Stage {
  readonly lane: Lane;
  /** Three words or so, for the picture. */
  readonly title: string;
  /** A sentence or two, for the page. */
  readonly says: string;
  /** The first function of it: its file, without ending, and its name. */
  readonly at: string;
}

/** A walk as a page tells it. */
export interface Told {
  /** The title of the walk. */
  readonly walk: string;
  /** The name of its picture, without ending. */
  readonly picture: string;
  readonly heading: string;
  readonly intro: string;
  readonly stages: readonly Stage[];
}

/** A page of walks, in `docs/architecture`. */
export interface ToldPage {
  readonly file: string;
  readonly title: string;
  readonly intro: string;
  readonly told: readonly Told[];
}

export const peer: Lane = { title: "Connection", folder: "peer" };
export const server: Lane = { title: "Server", folder: "server" };
export const features: Lane = { title: "Features", folder: "features" };
export const you: Lane = { title: "Your handler", folder: "your code" };
