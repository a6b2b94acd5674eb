import type {
  MeterProvider,
  TextMapPropagator,
  TracerProvider,
} from "@opentelemetry/api";
import type { OptionNames } from "../protocol/sound-option.ts";

/** What is told, and to whom. */
export interface OtelOptions {
  /**
   * Whether the spans of calls of tools tell their arguments, and those of prompts
   * their variables. They may hold secrets. What is longer than 65,536 bytes as JSON
   * is left out.
   *
   * @default false
   */
  readonly arguments?: boolean;
  /**
   * Whether the spans of calls of tools tell what the tools gave, with the same bound.
   *
   * @default false
   */
  readonly results?: boolean;
  /**
   * Makes the spans.
   *
   * @default the one that is registered globally
   */
  readonly tracerProvider?: TracerProvider;
  /**
   * Takes the metrics.
   *
   * @default the one that is registered globally when the first call ends
   */
  readonly meterProvider?: MeterProvider;
  /**
   * Writes the context into the `_meta` of requests, and reads it.
   *
   * @default the one that is registered globally
   */
  readonly propagator?: TextMapPropagator;
}

/** What is told where nothing else is said. */
export const otelDefaults: Required<
  Pick<OtelOptions, "arguments" | "results">
> = { arguments: false, results: false };

/** The options that there are. */
export const otelOptions: OptionNames<OtelOptions> = {
  arguments: true,
  results: true,
  tracerProvider: true,
  meterProvider: true,
  propagator: true,
};
