export { snapshotPath } from "./emit-client.ts";
export {
  checkClient,
  generateClient,
  type CheckClientReport,
  type ClientReport,
  type GenerateClientOptions,
  type GenerateClientReport,
} from "./generate-client.ts";
export { onlyMeant } from "./only.ts";
export { keptOnly, type ClientEmission, type ClientPart } from "./options.ts";
