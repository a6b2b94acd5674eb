export { jwt } from "./jose/jwt.ts";
export type { JwtOptions, KeyLocation, TokenIssuer } from "./jose/options.ts";
export type { TokenInfo } from "./verify/claims.ts";
