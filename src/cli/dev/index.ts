export { dev, type DevOptions } from "./dev.ts";
export type { DevIo } from "./dev-io.ts";
export { addressIn, inspectStdio, inspectUrl } from "./inspector.ts";
export {
  serverCommand,
  type Runners,
  type ServerCommand,
} from "./server-command.ts";
