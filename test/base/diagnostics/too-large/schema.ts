export type U0 = { k: "0a" } | { k: "0b" } | { k: "0c" };
export type U1 = { k: "1a" } | { k: "1b" } | { k: "1c" };
export type U2 = { k: "2a" } | { k: "2b" } | { k: "2c" };
export type U3 = { k: "3a" } | { k: "3b" } | { k: "3c" };
export type U4 = { k: "4a" } | { k: "4b" } | { k: "4c" };
export type U5 = { k: "5a" } | { k: "5b" } | { k: "5c" };
// Two of them are read, and so is a union that another one is part of.
export type Fine = U0 & U1;
export type TooMany = U0 & U1 & U2 & U3 & U4 & U5;
