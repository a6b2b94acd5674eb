export { dpop, type DpopProofOptions } from "./jose/dpop.ts";
export { jwt } from "./jose/jwt.ts";
export type { NonceOptions } from "./jose/nonce-slots.ts";
export type { JwtOptions, KeyLocation, TokenIssuer } from "./jose/options.ts";
export type { TokenInfo } from "./verify/claims.ts";
