import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, type FaultHook, failed, refused } from '../../support/bank-server.ts';
import { ID, ORDER, serveBank } from './iobws-bank.ts';

const SILENCE: FaultHook = () => 'silence';
const answering =
  (answer: Answer): FaultHook =>
  () =>
    answer;

describe('IOBWS client with a faulty bank', () => {
  const { server, connect } = serveBank();

  const faults: [what: string, fault: FaultHook, reason: RegExp][] = [
    ['does not answer', SILENCE, /^The bank did not answer within 0.2 seconds$/],
    ['hangs up', () => 'hang up', /^The bank could not be reached: /],
    [
      'does not accept the token',
      answering(refused(401, 'TOKEN_EXPIRED', 'renew it')),
      /^The bank did not accept our credentials; check KVITT_BANK_TOKEN \(HTTP 401, TOKEN_EXPIRED, renew it\)$/,
    ],
    [
      'does not allow it',
      answering(refused(403, 'SERVICE_BLOCKED', 'template K01')),
      /^The bank does not allow this .* \(HTTP 403, SERVICE_BLOCKED, template K01\)$/,
    ],
    [
      'speaks of messages',
      answering({ status: 403, body: { messages: [{ code: 'CONSENT_UNKNOWN', text: 'ask first' }] } }),
      /\(HTTP 403, CONSENT_UNKNOWN, ask first\)$/,
    ],
    [
      'has several reasons',
      answering({
        status: 400,
        body: {
          type: 'about:blank',
          code: 'FORMAT_ERROR',
          additionalErrors: [{ code: 'PERIOD_INVALID', title: 'due' }],
        },
      }),
      /\(HTTP 400, FORMAT_ERROR, PERIOD_INVALID, due\)$/,
    ],
    [
      'is not there, but something else is',
      answering({ status: 404, body: '<html>Not found</html>' }),
      /^The bank has nothing at this address; check KVITT_BANK_URL \(HTTP 404\)$/,
    ],
    [
      'refuses the fields',
      answering(refused(400, 'FORMAT_ERROR', 'payorId')),
      /^The bank refused the request \(HTTP 400, FORMAT_ERROR, payorId\)$/,
    ],
    ['is down', answering({ status: 503, body: '' }), /^The bank is not available just now \(HTTP 503\)$/],
    ['breaks', answering({ status: 500, body: 'oops' }), /^The bank has a fault \(HTTP 500\)$/],
    [
      'sends elsewhere',
      answering({ status: 302, headers: { location: 'http://127.0.0.1:9/' } }),
      /^The bank could not be reached: /,
    ],
    [
      'answers with no JSON',
      answering({ status: 201, body: '<html>' }),
      /^The bank's answer cannot be read: /,
    ],
    ['answers with other JSON', answering({ status: 201, body: [] }), /^The bank's answer cannot be read: /],
    ['answers nothing in particular', answering({ status: 201, body: {} }), /neither success nor error$/],
    [
      'refuses the claim',
      answering(failed(ID, 'CLAIM_OTHERS', 'payor is closed')),
      /^The bank refused the claim \(CLAIM_OTHERS, payor is closed\)$/,
    ],
    [
      'refuses the claim for a reason of its own',
      answering(failed(ID, 'CLAIM_IN_LEGAL_COLLECTION', 'see a lawyer')),
      /^The bank refused the claim \(CLAIM_OTHERS, see a lawyer\)$/,
    ],
    [
      'refuses the claim under a status of failure',
      answering({ ...failed(ID, 'CLAIM_OTHERS', 'closed'), status: 400 }),
      /^The bank refused the claim \(CLAIM_OTHERS, closed\)$/,
    ],
  ];
  for (const [what, fault, reason] of faults) {
    test(`reports a readable reason and leaves the claim unchanged if the bank ${what}`, async () => {
      await connect().createClaim(ORDER);
      const bank = fault === SILENCE ? connect({ timeoutMs: 200 }) : connect();
      server.before = fault;
      const checkReason = (error: Error) => reason.test(error.message) || assert.fail(error.message);
      await assert.rejects(bank.cancelClaim(7, ID), checkReason);
      await assert.rejects(bank.changeClaim(7, ID, '1.00'), checkReason);
      await assert.rejects(bank.createClaim({ ...ORDER, reference: '2' }), checkReason);
      assert.deepEqual(
        [server.claims.get(ID).claimStatus, server.claims.get(ID).amount, server.claims.size],
        ['Unpaid', 1240, 1],
      );
    });
  }

  test('reports an unreachable bank', async () => {
    const nobody = connect({ url: 'http://127.0.0.1:9' });
    await assert.rejects(nobody.readClaim(7, ID), /^Error: The bank could not be reached: /);
  });
});
