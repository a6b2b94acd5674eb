import {
  diag,
  propagation,
  trace,
  type Context,
  type SpanContext,
  type TextMapGetter,
  type TextMapPropagator,
} from "@opentelemetry/api";
import { utf8Length } from "../protocol/weigh.ts";

/** Maximum length of one value from a peer, in bytes; equal to the limit of baggage. */
const maxBytes = 8_192;

type Meta = { [key: string]: unknown };

const getter: TextMapGetter<Meta> = {
  keys: (meta) => Object.keys(meta),
  get(meta, key) {
    const value = Object.hasOwn(meta, key) ? meta[key] : undefined;
    return typeof value === "string" && utf8Length(value) <= maxBytes
      ? value
      : undefined;
  },
};

/** Context of an incoming request. */
export interface Brought {
  readonly context: Context;
  /** Locally active span, if the parent is another one. */
  readonly ambient: SpanContext | undefined;
}

/**
 * Reads the context of a request. Errors of a propagator are logged by OpenTelemetry and do not
 * fail the call.
 */
export function extract(
  here: Context,
  meta: Meta,
  propagator: TextMapPropagator | undefined,
): Brought {
  const ambient = trace.getSpanContext(here);
  try {
    const context = propagator
      ? propagator.extract(here, meta, getter)
      : propagation.extract(here, meta, getter);
    const remote = trace.getSpanContext(context);
    const isOther = remote !== ambient && remote?.spanId !== ambient?.spanId;
    return { context, ambient: isOther ? ambient : undefined };
  } catch (error) {
    diag.error("mcp-gen: a context could not be read", error);
    return { context: here, ambient: undefined };
  }
}

/** Writes a context into the `_meta` of a request. */
export function inject(
  context: Context,
  meta: Meta,
  propagator: TextMapPropagator | undefined,
): void {
  const setter = {
    set(carrier: Meta, key: string, value: string): void {
      carrier[key] = value;
    },
  };
  try {
    if (propagator) propagator.inject(context, meta, setter);
    else propagation.inject(context, meta, setter);
  } catch (error) {
    diag.error("mcp-gen: a context could not be written", error);
  }
}
