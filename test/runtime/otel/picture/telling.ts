import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { Span } from "./run.ts";

/** Registers OpenTelemetry in a process of the picture; gives what tells its spans. */
export function telling(): () => void {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  context.setGlobalContextManager(
    new AsyncLocalStorageContextManager().enable(),
  );
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  return () => {
    const spans = exporter.getFinishedSpans().map((span): Span => {
      const { traceId, spanId } = span.spanContext();
      return {
        traceId,
        spanId,
        parentId: span.parentSpanContext?.spanId,
        name: span.name,
        kind: span.kind,
        beginsMs: millisecondsOf(span.startTime),
        endsMs: millisecondsOf(span.endTime),
      };
    });
    console.log(JSON.stringify({ spans }));
  };
}

function millisecondsOf([seconds, nanoseconds]: readonly [
  number,
  number,
]): number {
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
