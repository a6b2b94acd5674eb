import { A } from "../outside.ts";
import { B } from "/etc/passwd";
import { C } from "some-package";
import { D } from "./inside/../../outside.ts";
import { E } from "https://example.com/schema.ts";
import { F } from "./%2e%2e/outside.ts";
import { G } from "./..\\outside.ts";
export * from "node:fs";
import { H } from elsewhere;

export type All = A | B | C | D | E | F | G | H;
