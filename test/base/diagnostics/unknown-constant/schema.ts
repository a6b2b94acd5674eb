export const VERSION = "1";

export interface Uses {
  version: typeof VERSOIN;
  params: typeof Uses;
  none: typeof whatever;
}
