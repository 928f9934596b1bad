import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { recordSpans, stopRecordingSpans } from '../../kernel/node/tracing.ts';

export interface TracingConfig {
  /** The collector, without `/v1/traces`. The exporter reads the other variables of OpenTelemetry itself, such as headers. */
  url: string;
  serviceName: string;
  /** Which part of the traces that begin here is recorded, from 0 to 1. */
  ratio: number;
}

export interface Tracing {
  /** Sends what is recorded, and stops. */
  close(): Promise<void>;
}

/** Sends spans to a collector of OpenTelemetry. A collector that is away costs spans and nothing else. */
export function openTracing({ url, serviceName, ratio }: TracingConfig): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${url}/v1/traces` }) }),
    ],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  recordSpans();
  return {
    async close() {
      stopRecordingSpans();
      await provider.shutdown().catch(() => {});
      contexts.disable();
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}
