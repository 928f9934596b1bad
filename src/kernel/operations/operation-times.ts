import { Histogram } from 'prom-client';
import type { Caller } from './caller.ts';

/** How an operation ended: `refused` is the answer to a mistake of the caller, `failed` one of the service. */
export type Outcome = 'done' | 'refused' | 'failed';

const LABELS = ['operation', 'via', 'outcome'] as const;

/** How often each operation ran, how it ended and how long it took. */
export class OperationTimes {
  /** For the metrics of the node. */
  readonly histogram = new Histogram({
    name: 'kvitt_operation_seconds',
    help: 'How long operations took, by the way in and by how they ended',
    labelNames: LABELS,
    buckets: [0.005, 0.02, 0.1, 0.5, 2.5, 10],
    registers: [],
  });

  record(operation: string, via: Caller['via'], outcome: Outcome, seconds: number): void {
    this.histogram.observe({ operation, via, outcome }, seconds);
  }
}
