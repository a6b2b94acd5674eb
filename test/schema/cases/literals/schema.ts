export type Direction = "up" | "down";
export type Open = "up" | string;
export type Offered = "up" | (string & {});
export type Numbers = 1 | -1 | 1.5 | 0x10 | 1_000 | -0;
export type Flags = true | false;
export type Plain = `no substitution`;
export type Awkward = "*/" | '"' | "`${x}`" | "\u2028" | "\n" | "__proto__";
