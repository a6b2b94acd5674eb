import type {
  MeterProvider,
  TextMapPropagator,
  TracerProvider,
} from "@opentelemetry/api";
import type { OptionNames } from "../protocol/sound-option.ts";

/** Options of the OpenTelemetry interceptor. */
export interface OtelOptions {
  /**
   * Record the arguments of tool calls and the variables of prompts in spans. They may contain
   * secrets. Values of more than 65,536 bytes as JSON are omitted.
   *
   * @default false
   */
  readonly arguments?: boolean;
  /**
   * Record the results of tool calls in spans, with the same limit.
   *
   * @default false
   */
  readonly results?: boolean;
  /**
   * Provider of the spans.
   *
   * @default the globally registered one
   */
  readonly tracerProvider?: TracerProvider;
  /**
   * Provider of the metrics.
   *
   * @default the globally registered one when the first call ends
   */
  readonly meterProvider?: MeterProvider;
  /**
   * Propagator that writes and reads the context in the `_meta` of requests.
   *
   * @default the globally registered one
   */
  readonly propagator?: TextMapPropagator;
}

/** Default options. */
export const otelDefaults: Required<
  Pick<OtelOptions, "arguments" | "results">
> = { arguments: false, results: false };

/** Names of the options. */
export const otelOptions: OptionNames<OtelOptions> = {
  arguments: true,
  results: true,
  tracerProvider: true,
  meterProvider: true,
  propagator: true,
};
