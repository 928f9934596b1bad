import { describe, test } from 'node:test';
import fc from 'fast-check';
import { assertPrintAddsUp, printedRecord } from './printed-sums.ts';

describe('printed documents', () => {
  // bench/printed-sums.ts does the same for thousands.
  test('add up in every column as they are read from the PDF, and agree with page, XML and claim', async () => {
    await fc.assert(fc.asyncProperty(printedRecord, assertPrintAddsUp), {
      numRuns: 25,
      seed: 2026,
      endOnFailure: true,
    });
  });
});
