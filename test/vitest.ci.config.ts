import { ciTier } from "./support/tiers/config.ts";

export default ciTier();
