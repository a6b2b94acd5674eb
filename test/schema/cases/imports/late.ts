export type Late = string;
