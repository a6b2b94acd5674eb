export {
  defineExtension,
  type Extension,
  type ExtensionOptions,
  type ExtensionTypes,
} from "./extension/define.ts";
export { withRows } from "./extension/extend-revision.ts";
export type {
  ExtensionRevision,
  ExtensionRows,
  ExtensionTable,
} from "./protocol/revision/extension.ts";
export type { SubscriptionRow } from "./protocol/revision/protocol-table.ts";
export type {
  BegunCall,
  ClientExtension,
  ClientHost,
  ClientMembers,
  UsedExtension,
} from "./client/extension.ts";
export type {
  ServedExtension,
  ServerExtension,
  ServerHost,
  ServerMembers,
} from "./server/extension.ts";
