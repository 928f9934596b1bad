import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  matchTotp,
  newTotpSecret,
  toBase32,
  totpCode,
  totpStep,
  totpUri,
} from '../../src/kernel/security/totp.ts';

const SECRET = toBase32(Buffer.from('12345678901234567890'));

/** RFC 6238, appendix B, the rows for SHA-1. */
const VECTORS: [time: string, code: string][] = [
  ['1970-01-01T00:00:59Z', '94287082'],
  ['2005-03-18T01:58:29Z', '07081804'],
  ['2005-03-18T01:58:31Z', '14050471'],
  ['2009-02-13T23:31:30Z', '89005924'],
  ['2033-05-18T03:33:20Z', '69279037'],
  ['2603-10-11T11:33:20Z', '65353130'],
];

test('computes the codes of RFC 6238', () => {
  assert.equal(SECRET, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  for (const [time, code] of VECTORS) {
    const now = new Date(time);
    assert.equal(totpCode(SECRET, totpStep(now), 8), code, time);
    assert.equal(matchTotp(SECRET, code.slice(2), now), totpStep(now), time);
  }
});

test('accepts the codes of one step before and after, and no other', () => {
  const now = new Date('2026-03-17T12:00:00Z');
  const current = totpStep(now);
  for (const [offset, isAccepted] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    const step = current + offset;
    assert.equal(matchTotp(SECRET, totpCode(SECRET, step), now), isAccepted ? step : null, String(offset));
  }
  for (const wrong of ['', '12345', '1234567', 'abcdef', '12 34 5', '١٢٣٤٥٦'])
    assert.equal(matchTotp(SECRET, wrong, now), null, wrong);
  const code = totpCode(SECRET, current);
  assert.equal(matchTotp(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, now), current);
});

test('makes a new secret of 160 bits each time, and its address for apps', () => {
  const secrets = new Set(Array.from({ length: 20 }, newTotpSecret));
  assert.equal(secrets.size, 20);
  for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.equal(
    totpUri('ABC', { issuer: 'Kvitt', username: 'anna@x.is' }),
    'otpauth://totp/Kvitt%3Aanna%40x.is?secret=ABC&issuer=Kvitt',
  );
});
