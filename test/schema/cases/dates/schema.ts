/** When something was made. */
export type Moment = Date;

export interface Meeting {
  begins: Date;
  /** When it is over. */
  ends?: Date;
  moved: Date[];
  span: [from: Date, to?: Date];
  either: Date | string;
  maybe: Date | null;
  soon: "now" | Date;
  counted: number | Date | boolean;
  byName: Record<string, Date>;
  named: Moment;
  names: Moment | string;
  /** @format date */
  day: Date;
  others: readonly Date[];
  inside: { at: Date; [key: string]: Date };
}

export type Moments = Date[];
export type When = Date | number;
export interface Diary {
  [key: string]: Date;
}
export type Partly = Partial<Pick<Meeting, "begins">>;
