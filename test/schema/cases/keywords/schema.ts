export interface Keywords {
  text: string;
  amount: number;
  flag: boolean;
  nothing: null;
  anything: unknown;
  loose: any;
  structure: object;
  impossible?: never;
  empty: {};
}
