export interface All {}
export { Deep } from "./deep.ts";
