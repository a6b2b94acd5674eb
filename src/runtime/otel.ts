export { otel } from "./otel/otel.ts";
export type { OtelOptions } from "./otel/options.ts";
