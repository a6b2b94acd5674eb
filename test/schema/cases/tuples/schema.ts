export type Pair = [string, number];
export type Named = [first: string, second?: number, ...others: boolean[]];
export type Tail = [string, number?, ...boolean[]];
export type Spread = [...Pair, null];
export type Fixed = readonly [string];
export type Nothing = [];
