export type Known = string;
