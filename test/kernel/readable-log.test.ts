import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLogLine, readableLog } from '../../src/kernel/node/readable-log.ts';

const time = new Date(2026, 2, 17, 9, 5, 3).getTime();
const line = (facts: object) =>
  `${JSON.stringify({ level: 30, time, pid: 7, hostname: 'node-1', ...facts })}\n`;

test('a log line for a terminal has the time, the level, the message and the facts', () => {
  assert.equal(
    formatLogLine(line({ migrations: 3, seconds: 0.4, msg: 'migrated' })),
    '09:05:03 INFO  migrated migrations=3 seconds=0.4\n',
  );
  assert.equal(
    formatLogLine(line({ level: 40, reason: 'no answer', path: '/hello', ran: { mail: 2 }, msg: 'late' })),
    '09:05:03 WARN  late reason="no answer" path=/hello ran={"mail":2}\n',
  );
});

test('a log line for a terminal is followed by the stack of its error and of the cause', () => {
  const err = { message: 'a', stack: 'Error: a\n    at f', cause: { message: 'b' } };
  assert.equal(
    formatLogLine(line({ level: 50, err, msg: 'unexpected failure' })),
    '09:05:03 ERROR unexpected failure\n    Error: a\n    at f\n    caused by\n    b\n',
  );
});

test('control sequences of a logged text do not reach the terminal', () => {
  const written: string[] = [];
  const err = { message: 'x\u001b[2Jy' };
  readableLog({ write: (text) => written.push(text) }).write(
    line({ path: '/\u001b[2J', err, msg: 'm\u009b' }),
  );
  assert.deepEqual(written, ['09:05:03 INFO  m\\u009b path=/\\u001b[2J\n    x\\u001b[2Jy\n']);
});
