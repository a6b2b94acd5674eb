export interface Error {
  code: number;
}

export interface Request {
  error?: Error;
}

export interface Object {}
export interface Array {}
export type Record = "a vinyl one";
export interface __proto__ {
  of: constructor;
}
export type constructor = toString;
export type toString = string;

export interface Uses {
  object: Object;
  array: Array;
  record: Record;
  proto: __proto__;
}
