/** What features are made with. */
export interface MockSettings {
  readonly seed: number;
  /** Hears of what is not as it was described. */
  readonly note: (text: string) => void;
}
