export interface Params {
  first: Paramz;
  when: Map<string, string>;
  later: Promise<string>;
  text: String;
  constant: VERSION;
  member: Params.first;
  nothingLikeIt: Xyzzy;
}

export const VERSION = "1";
export interface Derived extends Missing {}
