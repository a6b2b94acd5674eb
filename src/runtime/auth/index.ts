export type { ClientIdentity } from "./client/client-identity.ts";
export {
  AuthorizationError,
  type AuthorizationReason,
} from "./client/errors.ts";
export type { AuthStore } from "./client/store.ts";
export type { Login, LoginAttempt } from "./client/login.ts";
export { memoryStore } from "./client/memory-store.ts";
export type { BegunLogin } from "./client/code-flow/web-login.ts";
export { oauth, type FinishedLogin, type OAuth } from "./client/oauth.ts";
export type { OAuthOptions } from "./client/options.ts";
export type { AuthTransport, HttpAuth } from "../http/client/auth.ts";
export { bearer } from "../http/client/bearer.ts";
export type {
  KeyCredential,
  SecretMethod,
} from "./client/credentials/authentication.ts";
export type {
  PrivateKeyOptions,
  SigningAlgorithm,
} from "./client/credentials/private-key.ts";
export type { DpopOptions } from "./client/dpop/options.ts";
export {
  clientCredentials,
  enterprise,
  workload,
  type ClientCredentialsMachine,
  type EnterpriseMachine,
  type IdentityProvider,
  type Machine,
  type ProviderClient,
  type SubjectToken,
  type WorkloadAsked,
  type WorkloadMachine,
} from "./client/grants/machine.ts";
export { TokenError } from "./client/token-endpoint/token-error.ts";
