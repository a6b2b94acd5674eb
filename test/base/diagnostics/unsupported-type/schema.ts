export interface Unsupported {
  absent: undefined;
  nothing: void;
  huge: bigint;
  hugeLiteral: 1n;
  token: symbol;
  only: unique symbol;
  call: (name: string) => void;
  make: new () => Unsupported;
  mapped: { [K in "a" | "b"]: string };
  conditional: string extends number ? 1 : 2;
  template: `id-${string}`;
  keys: keyof Unsupported;
  access: Unsupported["absent"];
  self: this;
  imported: import("./other.ts").A;
  predicate: asserts absent is string;
  excluded: Exclude<"a" | "b", "a">;
  readonlyText: readonly string;
  infinite: 1e999;
  tuple: [first?: string, second: number];
  spread: [...string];
  nullable: ?string;
  anything: *;
}

export interface FromElsewhere extends Some.Where {}
