import { shortPart } from "./support/parts/config.ts";

export default shortPart();
