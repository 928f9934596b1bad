import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dateWarnings, lastIssueDate, rateWarnings } from '../../src/domain/invoices/invoice-warnings.ts';

const TODAY = '2026-12-31';

suite('warnings of invoices', () => {
  const dates: [issueDate: string, lastIssued: string | null, codes: string[]][] = [
    [TODAY, null, []],
    [TODAY, TODAY, []],
    ['2026-12-30', TODAY, ['issue_date_before_last']],
    ['2026-12-30', '2026-12-29', []],
    ['2026-10-31', null, []],
    ['2026-10-30', null, ['issue_date_long_ago']],
    ['2026-10-30', '2026-11-01', ['issue_date_before_last', 'issue_date_long_ago']],
    ['2027-01-31', '2027-02-01', ['issue_date_before_last']],
  ];
  for (const [issueDate, lastIssued, codes] of dates)
    test(`an issue date of ${issueDate} after ${lastIssued} has ${codes.length} warnings`, () => {
      const warnings = dateWarnings(issueDate, lastIssued, TODAY);
      assert.deepEqual(
        warnings.map(({ code }) => code),
        codes,
      );
      for (const { message, values } of warnings)
        for (const value of values) assert.ok(message.includes(value), message);
    });

  test('a rate that is seven days old has no warning', () => {
    assert.deepEqual(rateWarnings('EUR', null, TODAY), []);
    assert.deepEqual(rateWarnings('EUR', '2026-12-24', TODAY), []);
    const [warning] = rateWarnings('EUR', '2026-12-23', TODAY);
    assert.equal(warning?.code, 'exchange_rate_old');
    assert.deepEqual(warning?.values, ['EUR', '2026-12-23', '8']);
  });

  test('the latest issue date is a year ahead, also from a leap day', () => {
    assert.equal(lastIssueDate(TODAY), '2027-12-31');
    assert.equal(lastIssueDate('2028-02-29'), '2029-02-28');
  });
});
