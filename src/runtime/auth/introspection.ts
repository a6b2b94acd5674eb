export { introspection } from "./introspection/introspection.ts";
export type {
  IntrospectionClient,
  IntrospectionOptions,
} from "./introspection/options.ts";
export type { TokenInfo } from "./verify/claims.ts";
