/** Where a mock listens. */
export interface MockAddress {
  readonly host: string;
  readonly port: number;
}

/** The options of `mock`, as commander reads them. */
export interface MockFlags {
  http?: MockAddress;
  seed: number;
}
