export { isLogLevel } from "../../runtime/protocol/log-level.ts";
