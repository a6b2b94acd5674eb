export { formatOf, isTypeScript } from "./format.ts";
export { transpile } from "./transpile.ts";
