export { isLogLevel } from "../../runtime/wire/log-level.ts";
