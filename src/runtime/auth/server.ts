export { hideWithoutScopes } from "./server/hide.ts";
export type { ScopeHierarchy } from "./server/granted.ts";
export {
  createMetadataHandler,
  createNodeMetadataHandler,
  type HasMetadata,
  type MetadataRequest,
  type MetadataResponse,
} from "./server/metadata-handlers.ts";
export type { ProtectedResourceMetadata } from "./server/metadata.ts";
export type { Operation, OperationScopes } from "./server/message-needs.ts";
export type { ProtectOptions } from "./server/options.ts";
export { protect, type Protection } from "./server/protect.ts";
export { scopesOf } from "./server/scopes.ts";
export type {
  Proved,
  ProofRequest,
  ProofVerifier,
  Rejected,
  TokenRequest,
  Unproved,
  Verified,
  Verifier,
} from "./server/verifier.ts";
export type {
  AskedScopes,
  GrantedScopes,
  NeededScopes,
} from "../protocol/viewer.ts";
