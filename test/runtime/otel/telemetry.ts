import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Attributes,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { onTestFinished } from "vitest";
import { otel, type OtelOptions } from "../../../src/runtime/otel.ts";
import type { Interceptor } from "../../../src/runtime/peer/interceptor.ts";
import { createMemoryPair } from "../../../src/runtime/peer/memory.ts";
import type {
  Receiver,
  Transport,
} from "../../../src/runtime/peer/transport.ts";

/** Two transports that bring nothing but messages, as between processes: no context either. */
export function apart(): [Transport, Transport] {
  const [near, far] = createMemoryPair();
  return [alone(near), alone(far)];
}

function alone(transport: Transport): Transport {
  const start = transport.start.bind(transport);
  return Object.assign(transport, {
    start(receiver: Receiver) {
      const message: Receiver["message"] = (...given) =>
        context.with(ROOT_CONTEXT, () => receiver.message(...given));
      start(
        new Proxy(receiver, {
          get(owner, key) {
            if (key === "message") return message;
            const member: unknown = Reflect.get(owner, key);
            return typeof member === "function" ? member.bind(owner) : member;
          },
        }),
      );
    },
  });
}

/** What one process tells. */
export interface Telemetry {
  readonly interceptor: Interceptor;
  readonly tracers: BasicTracerProvider;
  readonly spans: () => readonly ReadableSpan[];
  /** What was measured, by the name of the metric: the attributes of each point. */
  readonly points: () => Promise<ReadonlyMap<string, readonly Attributes[]>>;
  readonly boundaries: () => Promise<readonly number[]>;
}

/** Registers the context of this process, for as long as the tests run. */
export function registerContext(): void {
  context.setGlobalContextManager(
    new AsyncLocalStorageContextManager().enable(),
  );
  propagation.setGlobalPropagator(
    new CompositePropagator({
      propagators: [
        new W3CTraceContextPropagator(),
        new W3CBaggagePropagator(),
      ],
    }),
  );
}

/** Telemetry of one side, until the test ends. */
export function telemetry(options: OtelOptions = {}): Telemetry {
  const exporter = new InMemorySpanExporter();
  const tracers = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metrics,
    exportIntervalMillis: 3_600_000,
  });
  const meters = new MeterProvider({ readers: [reader] });
  onTestFinished(async () => {
    await tracers.shutdown();
    await meters.shutdown();
  });
  const collect = async () => {
    await reader.forceFlush();
    return metrics
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap((scope) => scope.metrics);
  };
  return {
    interceptor: otel({
      tracerProvider: tracers,
      meterProvider: meters,
      ...options,
    }),
    tracers,
    spans: () => exporter.getFinishedSpans(),
    points: async () =>
      new Map(
        (await collect()).map(({ descriptor, dataPoints }) => [
          descriptor.name,
          dataPoints.map(({ attributes }) => attributes),
        ]),
      ),
    boundaries: async () => {
      const [first] = (await collect()).flatMap(({ dataPoints }) => [
        ...dataPoints,
      ]);
      // Every metric of ours is a histogram.
      const { buckets } = first?.value as {
        buckets: { boundaries: readonly number[] };
      };
      return buckets.boundaries;
    },
  };
}

/** Spans, as a line each: kind, name, status, and what is its parent. */
export function drawn(spans: readonly ReadableSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  return spans.map((span) => {
    const { name, kind, status, parentSpanContext } = span;
    const parent = byId.get(parentSpanContext?.spanId ?? "");
    const isFailed = status.code === SpanStatusCode.ERROR;
    return [
      SpanKind[kind],
      name,
      ...(isFailed ? ["ERROR"] : []),
      ...(parent ? [`< ${SpanKind[parent.kind]} ${parent.name}`] : []),
    ].join(" ");
  });
}

/** The traces that spans are of. */
export function traceIds(spans: readonly ReadableSpan[]): ReadonlySet<string> {
  return new Set(spans.map((span) => span.spanContext().traceId));
}
