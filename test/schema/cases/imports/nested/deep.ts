export type Deep = number;
export type Unused = number;
