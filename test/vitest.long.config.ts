import { longPart } from "./support/parts/config.ts";

export default longPart();
