import {
  context as contexts,
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from "@opentelemetry/api";
import type {
  CallOutcome,
  InterceptedCall,
  Interceptor,
} from "../peer/interceptor.ts";
import { requireKnown } from "../protocol/sound-option.ts";
import {
  argumentAttributes,
  commonAttributes,
  jsonAttribute,
  labelOf,
  networkAttributes,
  ownAttributes,
  serverAttributes,
  spanNameOf,
} from "./attributes.ts";
import { endingAttributes, endingOf, isMistake, type Ended } from "./ending.ts";
import { createInstruments, type Instruments } from "./instruments.ts";
import { otelDefaults, otelOptions, type OtelOptions } from "./options.ts";
import { extract, inject } from "./propagation.ts";
import { Served } from "./served.ts";

/** Request with a span. */
interface Traced {
  readonly span: Span;
  /** Context in which the span is active. */
  readonly context: Context;
}

/**
 * Creates an interceptor that reports requests to OpenTelemetry, for servers and clients over
 * any transport. Each request has a span, which is active while its handler runs, and is
 * recorded in a histogram. The context is sent in `_meta`, so that a call and all its
 * consequences form one trace. Register your SDK before the first request.
 *
 * Throws a TypeError for an unknown option.
 *
 * @example
 * const server = createServer({ info, features: [forecast], interceptors: [otel()] });
 * @see {@link
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md |
 * Semantic conventions}
 */
export function otel(given: OtelOptions = {}): Interceptor {
  requireKnown("otel", given, otelOptions);
  const options = { ...otelDefaults, ...given };
  const tracer = (options.tracerProvider ?? trace).getTracer("mcp-gen");
  const traced = new WeakMap<InterceptedCall, Traced>();
  const served = new Served();
  let instruments: Instruments | undefined;
  const measure = (): Instruments =>
    (instruments ??= createInstruments(options.meterProvider ?? metrics));
  return {
    directions: "both",
    around(call, next) {
      const cause = call.within && traced.get(call.within)?.context;
      const here = cause ?? contexts.active();
      const begun = begin(tracer, call, here, options);
      traced.set(call, begun);
      if (call.direction === "outgoing")
        inject(begun.context, call.meta, options.propagator);
      return contexts.with(begun.context, next);
    },
    after(call, outcome) {
      const known = traced.get(call);
      // A request that was rejected earlier gets a span too.
      const { span, context } =
        known ??
        begin(tracer, call, contexts.active(), options, outcome.durationMs);
      const told = endingOf(call, outcome);
      if (known && hasRun(outcome, told)) served.add(call);
      if (outcome.kind === "result") served.addListed(call, outcome.result);
      const label = served.labelOf(call);
      const attributes = {
        ...commonAttributes(label, call),
        ...endingAttributes(told),
      };
      span.updateName(spanNameOf(label));
      span.setAttributes({ ...attributes, ...ownAttributes(call) });
      if (options.results) span.setAttributes(resultAttributes(call, outcome));
      finish(span, told);
      const histogram = measure()[call.direction];
      histogram.record(outcome.durationMs / 1_000, attributes, context);
    },
    sessionEnded(session, { reason, durationMs }) {
      const { side, protocolVersion } = session;
      measure()[side].record(durationMs / 1_000, {
        "mcp.protocol.version": protocolVersion,
        ...networkAttributes(session),
        ...serverAttributes(session),
        ...(reason === "left" && { "error.type": reason }),
      });
    },
  };
}

/** Starts the span of a request; the parent of an incoming one is in its `_meta`. */
function begin(
  tracer: Tracer,
  call: InterceptedCall,
  here: Context,
  options: OtelOptions,
  agoMs?: number,
): Traced {
  const isIncoming = call.direction === "incoming";
  const { context: parent, ambient } = isIncoming
    ? extract(here, call.meta, options.propagator)
    : { context: here, ambient: undefined };
  const label = labelOf(call);
  const span = tracer.startSpan(
    spanNameOf(label),
    {
      kind: isIncoming ? SpanKind.SERVER : SpanKind.CLIENT,
      ...(agoMs !== undefined && { startTime: Date.now() - agoMs }),
      attributes: {
        ...commonAttributes(label, call),
        ...ownAttributes(call),
        ...(options.arguments && argumentAttributes(call)),
      },
      ...(ambient && { links: [{ context: ambient }] }),
    },
    parent,
  );
  return { span, context: trace.setSpan(parent, span) };
}

function finish(span: Span, { type, message }: Ended): void {
  if (type !== undefined)
    span.setStatus({
      code: SpanStatusCode.ERROR,
      ...(message !== undefined && { message }),
    });
  span.end();
}

/** Returns true if the request reached a handler, judging by its result. */
function hasRun({ kind }: CallOutcome, { code }: Ended): boolean {
  return kind !== "cancelled" && !isMistake(code);
}

/** Returns the result of a tool. */
function resultAttributes(
  { method }: InterceptedCall,
  outcome: CallOutcome,
): Attributes {
  return method === "tools/call" && outcome.kind === "result"
    ? jsonAttribute("gen_ai.tool.call.result", outcome.result)
    : {};
}
