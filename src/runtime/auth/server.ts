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
