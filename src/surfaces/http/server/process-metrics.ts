import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** What a process that serves a scrape asks of the one that started all processes of the node, and its answer. */
interface MetricsRequest {
  type: 'kvitt:metrics?';
  id: number;
}
interface MetricsAnswer {
  type: 'kvitt:metrics';
  id: number;
  text: string | null;
}

const ownType = (message: unknown) => (message as { type?: string } | null)?.type;

/** Reads the metrics of the node: of all its processes together, where it has several. */
export function metricsReader(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  AggregatorRegistry.setRegistries([registry]);
  // Answers with the figures of this process when those of all are gathered.
  new AggregatorRegistry();
  const waiting = new Map<number, (text: string | null) => void>();
  process.on('message', (message) => {
    if (ownType(message) !== 'kvitt:metrics') return;
    const { id, text } = message as MetricsAnswer;
    waiting.get(id)?.(text);
    waiting.delete(id);
  });
  let last = 0;
  return async () => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    last += 1;
    waiting.set(last, resolve);
    process.send?.({ type: 'kvitt:metrics?', id: last } satisfies MetricsRequest);
    return (await promise) ?? registry.metrics();
  };
}

/** Gathers the metrics of all processes for the one that was asked. Where one does not answer, it gets nothing. */
export function answerMetricsRequests(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', async (worker, message) => {
    if (ownType(message) !== 'kvitt:metrics?') return;
    const { id } = message as MetricsRequest;
    const text = await all.clusterMetrics().catch(() => null);
    if (worker.isConnected()) worker.send({ type: 'kvitt:metrics', id, text } satisfies MetricsAnswer);
  });
}
