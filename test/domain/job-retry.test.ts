import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsUntilJobRetry } from '../../src/domain/service/job-retry.ts';

const CASES: [attempts: number, seconds: number][] = [
  [1, 5],
  [2, 10],
  [3, 20],
  [4, 40],
  [9, 1280],
  [10, 2560],
  [11, 3600],
  [12, 3600],
  [100, 3600],
];

for (const [attempts, seconds] of CASES)
  test(`retries a job ${seconds} s after attempt ${attempts}`, () => {
    assert.equal(secondsUntilJobRetry(attempts), seconds);
  });
