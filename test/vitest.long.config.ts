import { longTier } from "./support/tiers/config.ts";

export default longTier();
