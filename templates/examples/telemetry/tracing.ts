// Spans without an SDK, to see what one does. In your project, take @opentelemetry/sdk-node.
import { AsyncLocalStorage } from "node:async_hooks";
import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type ContextManager,
  type Span,
  type SpanContext,
  type SpanOptions,
  type TextMapPropagator,
  type Tracer,
} from "@opentelemetry/api";

/** What is told of a span when it has ended. */
export interface ToldSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly service: string;
  readonly name: string;
  readonly kind: string;
  readonly beginsMs: number;
  readonly isError: boolean;
}

const spans = new AsyncLocalStorage<Context>();

/** What is active goes along with whatever is awaited. */
const manager: ContextManager = {
  active: () => spans.getStore() ?? ROOT_CONTEXT,
  with: (active, work, thisArg, ...args) =>
    spans.run(active, () => work.call(thisArg, ...args)),
  bind: (_, target) => target,
  enable: () => manager,
  disable: () => manager,
};

/** Writes and reads `traceparent`, as the W3C has it. */
const propagator: TextMapPropagator = {
  fields: () => ["traceparent"],
  inject(active, carrier, setter) {
    const { traceId, spanId } = trace.getSpanContext(active) ?? {};
    if (traceId === undefined || spanId === undefined) return;
    setter.set(carrier, "traceparent", `00-${traceId}-${spanId}-01`);
  },
  extract(active, carrier, getter) {
    const parts = String(getter.get(carrier, "traceparent")).split("-");
    const [, traceId = "", spanId = ""] = parts;
    const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
    return isSpanContextValid(parent)
      ? trace.setSpanContext(active, { ...parent, isRemote: true })
      : active;
  },
};

function newId(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Buffer.from(random).toString("hex");
}

type Tell = (span: ToldSpan) => void;

function startSpan(
  service: string,
  tell: Tell,
  name: string,
  { kind = SpanKind.INTERNAL, root }: SpanOptions = {},
  active = context.active(),
): Span {
  const parent = root ? undefined : trace.getSpanContext(active);
  const own: SpanContext = {
    traceId: parent?.traceId ?? newId(16),
    spanId: newId(8),
    traceFlags: TraceFlags.SAMPLED,
  };
  const beginsMs = performance.timeOrigin + performance.now();
  let isError = false;
  // An SDK would keep the attributes, too.
  const span: Span = {
    spanContext: () => own,
    setAttribute: () => span,
    setAttributes: () => span,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    updateName(given) {
      name = given;
      return span;
    },
    setStatus({ code }) {
      isError = code === SpanStatusCode.ERROR;
      return span;
    },
    recordException() {},
    isRecording: () => true,
    end() {
      const parentId = parent?.spanId;
      const of = { service, name, kind: SpanKind[kind] };
      tell({ ...own, parentId, ...of, beginsMs, isError });
    },
  };
  return span;
}

/** Registers all this. Spans go to a collector, one after the other. */
export function startTracing(service: string, collector: string): void {
  let sent = Promise.resolve();
  const tell: Tell = (span) => {
    const body = JSON.stringify(span);
    sent = sent
      .then(() => fetch(collector, { method: "POST", body }))
      .then((answer) => answer.text())
      .then(() => {}, console.error);
  };
  const tracer: Tracer = {
    startSpan: (...given) => startSpan(service, tell, ...given),
    startActiveSpan<Work extends (span: Span) => ReturnType<Work>>(
      name: string,
      ...rest: [Work] | [SpanOptions, Work] | [SpanOptions, Context, Work]
    ): ReturnType<Work> {
      const here = context.active();
      const [options, active, work] =
        rest.length === 1
          ? ([{}, here, rest[0]] as const)
          : rest.length === 2
            ? ([rest[0], here, rest[1]] as const)
            : rest;
      const span = startSpan(service, tell, name, options, active);
      const inside = trace.setSpan(active, span);
      return context.with(inside, work, undefined, span);
    },
  };
  context.setGlobalContextManager(manager);
  propagation.setGlobalPropagator(propagator);
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
}
