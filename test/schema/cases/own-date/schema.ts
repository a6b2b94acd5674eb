/** The schema's own, which is not TypeScript's. */
export interface Date {
  year: number;
  month?: number;
}

export interface Meeting {
  begins: Date;
  ends: Date[];
  either: Date | string;
}
