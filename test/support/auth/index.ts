export {
  startAuthorizationServer,
  type AuthorizationServer,
} from "./authorization-server.ts";
export { follow, followLogin, type FollowedLogin } from "./login.ts";
export type {
  AuthorizationServerOptions,
  KnownClient,
  Replacement,
} from "./options.ts";
export {
  createWhoamiServer,
  startResource,
  type ProtectedResource,
  type ResourceOptions,
} from "./resource.ts";
export { startScripted, type Asked, type Told } from "./scripted-http.ts";
