import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** Null as long as no spans are recorded, so that a node without a collector spends no time on them. */
let tracer: Tracer | null = null;

/** From now on spans are recorded, by the provider that was registered with the API of OpenTelemetry. */
export function recordSpans(): void {
  tracer = trace.getTracer('kvitt');
}

export function stopRecordingSpans(): void {
  tracer = null;
}

export function isTracing(): boolean {
  return tracer !== null;
}

export interface SpanStart {
  name: string;
  /** `server` and `consumer` begin the work of a node, `client` waits for another process. */
  kind: 'server' | 'consumer' | 'client' | 'internal';
  attributes?: Attributes;
  /** What began it elsewhere, as headers or as a job carries it (`traceparent` of W3C Trace Context). */
  parent?: Readonly<Record<string, unknown>>;
}

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

/** A piece of work on record. What `run` starts is part of it. */
export interface OpenSpan {
  run<T>(work: () => T): T;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** `error`: what the work failed with. Only its class or code is recorded, because messages can name people. */
  end(error?: unknown): void;
}

/** Null where no spans are recorded. */
export function openSpan({ name, kind, attributes = {}, parent }: SpanStart): OpenSpan | null {
  if (!tracer) return null;
  const outside = parent ? propagation.extract(ROOT_CONTEXT, parent) : context.active();
  // The statements of a loop that looks for work are no traces of their own.
  if (kind === 'client' && !trace.getSpan(outside)) return null;
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, outside);
  return new RecordedSpan(span, trace.setSpan(outside, span));
}

class RecordedSpan implements OpenSpan {
  readonly #span: Span;
  readonly #context: Context;

  constructor(span: Span, inside: Context) {
    this.#span = span;
    this.#context = inside;
  }

  run<T>(work: () => T): T {
    return context.with(this.#context, work);
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  end(error?: unknown): void {
    if (error !== undefined)
      this.#span
        .setStatus({ code: SpanStatusCode.ERROR, message: shortError(error) })
        .setAttribute('error.type', shortError(error));
    this.#span.end();
  }
}

function shortError(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.constructor.name : 'Error';
}

/** Runs `work` as one span. */
export async function inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = openSpan(start);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** The traceparent by which another process continues the current trace; null where there is none. */
export function traceParent(): string | null {
  if (!tracer) return null;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}
