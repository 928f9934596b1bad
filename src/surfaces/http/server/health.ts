import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import { schemaMismatch } from '../../../kernel/database/migrate.ts';
import type { ReplicaReads } from '../../../kernel/database/replica-reads.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { JobRunner } from '../../../kernel/jobs/job-runner.ts';
import { backlog } from '../../../kernel/jobs/job-store.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { type Endpoint, UNREADABLE } from '../answers/endpoint.ts';
import { type MetricsAccess, serveMetrics } from './metrics-access.ts';
import type { LoadShedder } from './overload.ts';

const open = { methods: ['GET'], section: 'Service', access: 'anyone' } as const;

/** The health endpoints for the reference documentation. */
export const endpoints: readonly Endpoint[] = [
  {
    ...open,
    path: '/health',
    summary: 'Reports whether the process is alive.',
    description: 'Use it as the liveness probe of an orchestrator. It does not ask the database.',
    answers: [
      { status: 200, about: 'The process is alive.', schema: z.object({ status: z.literal('ok') }) },
      UNREADABLE,
    ],
  },
  {
    ...open,
    path: '/health/ready',
    summary: 'Reports whether the node can serve: its database answers and has the current schema.',
    description: 'Use it in load balancers: send requests to a node only while it answers 200.',
    answers: [
      { status: 200, about: 'The node can serve.', schema: z.object({ status: z.literal('ready') }) },
      {
        status: 503,
        about: 'The node cannot serve.',
        schema: z.object({
          status: z.literal('not ready'),
          reason: out.own('Why', 'The database does not answer'),
        }),
      },
      UNREADABLE,
    ],
  },
  {
    ...open,
    path: '/metrics',
    summary: 'Returns the metrics of this node for Prometheus.',
    description:
      'Request times, the backlog of jobs, the database pool and the process itself. Scrape every node.',
    answers: [
      {
        status: 200,
        about: 'The metrics in the text format of Prometheus.',
        example: 'process_cpu_seconds_total 1.25',
      },
      UNREADABLE,
    ],
  },
];

export interface HealthDeps {
  kernel: Kernel;
  replicas: ReplicaReads | null;
  jobs: JobRunner;
  load: LoadShedder;
  metrics: MetricsAccess;
}

/** Liveness, readiness and Prometheus metrics. */
export function health(app: FastifyInstance, { kernel, replicas, jobs, load, metrics }: HealthDeps): void {
  app.get('/health', async () => ({ status: 'ok' }));

  app.get('/health/ready', async (_request, reply) => {
    const problem = await inTime(schemaMismatch(kernel.db)).catch(() => 'The database does not answer');
    if (problem === null) return { status: 'ready' };
    return reply.code(503).send({ status: 'not ready', reason: problem });
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'kvitt_http_request_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  registry.registerMetric(kernel.times.histogram);
  const connections = () => ({ ...kernel.db.connections });
  gauge(registry, 'kvitt_database_connections', 'Connections of this node', connections, 'state', 'sum');
  jobFigures(registry, kernel, jobs);
  if (replicas) replicaFigures(registry, replicas);

  gauge(
    registry,
    'kvitt_event_loop_delay_seconds',
    'How late the event loop runs',
    () => ({ mean: load.delaySeconds }),
    'value',
  );
  counter(
    registry,
    'kvitt_requests_shed_total',
    'Requests refused because of overload',
    () => ({ overload: load.refused }),
    'reason',
  );
  serveMetrics(app, registry, metrics);
}

/** By the place of the replica in KVITT_REPLICA_URL. */
function replicaFigures(registry: Registry, replicas: ReplicaReads): void {
  const figures = (read: (one: ReplicaReads['figures'][number]) => number) => () =>
    Object.fromEntries(replicas.figures.map((one, index) => [String(index + 1), read(one)]));
  counter(
    registry,
    'kvitt_replica_reads_total',
    'Statements that a replica has served',
    figures(({ reads }) => reads),
    'replica',
  );
  gauge(
    registry,
    'kvitt_replica_lag_bytes',
    'How far a replica was behind the primary when a read last needed it',
    figures(({ bytesBehind }) => bytesBehind),
    'replica',
  );
  gauge(
    registry,
    'kvitt_replica_left_out',
    '1 while a replica is left out because it is away or too far behind',
    figures(({ isLeftOut }) => Number(isLeftOut)),
    'replica',
  );
}

/** The backlog counts the jobs of all nodes and is read once per scrape; the totals are those of this node. */
function jobFigures(registry: Registry, kernel: Kernel, jobs: JobRunner): void {
  let pending: ReturnType<typeof backlog> | null = null;
  const look = () => {
    pending ??= backlog(kernel.db, kernel.clock()).finally(() => {
      pending = null;
    });
    return inTime(pending);
  };
  gauge(registry, 'kvitt_jobs', 'Jobs that wait, and jobs that were given up', async () => {
    const { waiting, dead } = await look();
    return { waiting, dead };
  });
  const kinds = async () => {
    const none = Object.fromEntries(jobs.kinds.map((kind) => [kind, 0]));
    return { ...none, ...(await look()).kinds };
  };
  gauge(registry, 'kvitt_jobs_waiting', 'Jobs that wait, by kind', kinds, 'kind');
  const ages = async () => (await look()).ages;
  gauge(
    registry,
    'kvitt_jobs_oldest_seconds',
    'For how long the oldest job has been due, by kind',
    ages,
    'kind',
  );
  const done = (outcome: 'ran' | 'failed') => () =>
    Object.fromEntries(jobs.kinds.map((kind) => [kind, jobs.done[kind][outcome]]));
  const since = 'on this node since it started, by kind';
  counter(registry, 'kvitt_jobs_ran_total', `Jobs that ran ${since}`, done('ran'), 'kind');
  counter(registry, 'kvitt_jobs_failed_total', `Jobs that failed ${since}`, done('failed'), 'kind');
}

/** Probes and scrapes give up after about 10 seconds, and would not learn the reason, or any other figure. */
const PATIENCE_MS = 4000;

/** Rejects where a database that hangs, as behind a broken network, would answer only after a minute. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The database does not answer in time')), PATIENCE_MS);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

type Figures = Record<string, number>;

/** A value that goes up and down. Where it cannot be read the series are left out: an old value would look current. */
function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Figures | Promise<Figures>,
  label = 'state',
  /** How those of several processes of a node become one. */
  aggregator: 'sum' | 'max' = 'max',
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    aggregator,
    registers: [registry],
    async collect() {
      const figures = await Promise.resolve(read()).catch((): Figures => ({}));
      this.reset();
      for (const [key, value] of Object.entries(figures)) this.set({ [label]: key }, value);
    },
  });
}

/** A number that only grows while the node runs, and is counted elsewhere. */
function counter(registry: Registry, name: string, help: string, read: () => Figures, label: string): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [key, value] of Object.entries(read())) this.inc({ [label]: key }, value);
    },
  });
}
