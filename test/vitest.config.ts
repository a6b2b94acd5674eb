import { shortTier } from "./support/tiers/config.ts";

export default shortTier();
