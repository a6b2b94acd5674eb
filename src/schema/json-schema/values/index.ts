export { exampleOf } from "./example-of.ts";
export { NoExampleError } from "./no-example.ts";
export { createRandom, type Random } from "./random.ts";
export { phrase } from "./words.ts";
