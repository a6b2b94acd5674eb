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

/** What a peer may send under one name, in bytes: as much as baggage may be. */
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

/** Where a request comes from, and what was going on here when it came. */
export interface Brought {
  readonly context: Context;
  /** The span that was active here, where another is the parent. */
  readonly ambient: SpanContext | undefined;
}

/**
 * Reads the context that a request brought: the parent, if it names one. A
 * propagator that fails is told to OpenTelemetry's own log, and fails no call.
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

/** Writes a context into what a request takes along. */
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
