const key = "key";

export interface Names {
  [key]: string;
  #private: string;
}

export enum Level {
  ["computed" + key] = 1,
}

export interface string {}
export type public = "everyone";
