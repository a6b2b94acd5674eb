export interface Folders {
  /** The root of the repository. */
  readonly repository: string;
  /** The program that serves the fixture, as JavaScript. */
  readonly server: string;
  /** The program that is a client in one scenario, as JavaScript. */
  readonly client: string;
}
