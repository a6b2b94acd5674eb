export { withoutInstances, withoutServedInstances } from "./instances.ts";
export { isEmpty, snapshotOf, type TakenSnapshot } from "./listing.ts";
export {
  itemKey,
  keyOfList,
  listNames,
  type ItemOf,
  type ListName,
} from "./lists.ts";
export { printSnapshot } from "./print.ts";
export { readDescription, readSnapshot, type Description } from "./read.ts";
export type * from "./snapshot.ts";
