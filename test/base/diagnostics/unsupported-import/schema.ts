import everything from "./other.ts";
import * as other from "./other.ts";
import "./other.ts";
export * as others from "./other.ts";
export { A as B } from "./other.ts";
import old = require("./other.ts");

export type Uses = everything | other.A;

interface C {}
export type { C as D };
