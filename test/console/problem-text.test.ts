import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translateProblem } from '../../console/src/api/problem-text.ts';
import { en } from '../../console/src/i18n/en.ts';
import { core } from '../../console/src/i18n/is-core.ts';
import { rest } from '../../console/src/i18n/is-rest.ts';
import { type Failure, failure } from '../../src/kernel/failures/failure.ts';
import { violation } from '../../src/kernel/failures/violations.ts';

const is = { ...core, ...rest };

const translate = (refusal: Failure, lang: 'is' | 'en' = 'is') =>
  translateProblem(refusal, (key) => (lang === 'is' ? is : en)[key as keyof typeof en], lang);

describe('translateProblem', () => {
  const dueTooEarly = failure(
    'field_invalid',
    'due_date',
    violation('after_field', 'issue_date', '2026-03-05'),
  );
  it("uses the person's language with its date and number formats", () => {
    assert.equal(translate(dueTooEarly), 'Gjalddagi: má ekki vera á undan 5. mars 2026');
    assert.equal(translate(dueTooEarly, 'en'), 'Due date: must not be before 5 Mar 2026');
    const negative = { code: 'negative_total', message: '…', values: ['-1250.50'] };
    assert.match(translate(failure('figures_refused', negative)), /^Samtalan yrði −1\.250,5\. /);
    assert.equal(
      translate(failure('exchange_rate_missing', 'EUR', '2026-03-05')),
      'Ekkert gengi er þekkt fyrir EUR þann 5. mars 2026; skráðu gengið.',
    );
    const tooMuch = failure('allocation_exceeds_remaining', 'Invoice 17', '1240.00 ISK');
    assert.equal(
      translate(tooMuch).replaceAll('\u00a0', ' '),
      'Aðeins 1.240 kr. eru ógreiddar: Reikningur 17.',
    );
    assert.match(translate(failure('item_number_taken', '1234'), 'en'), /^Item number 1234 /);
    const buyer = { code: 'einvoice_buyer', message: '…', values: ['5501234520'] };
    assert.match(translate(failure('figures_refused', buyer), 'en'), / 550123-4520,/);
  });
  it('names the line and the field of a table', () => {
    assert.equal(
      translate(failure('field_invalid', 'items[1].qty', violation('whole'))),
      'Lína 2, magn: verður að vera heil tala',
    );
  });
  it('lists all problems of an e-invoice', () => {
    const incomplete = failure('einvoice_refused', [
      { code: 'buyer_zip', message: 'send customer.zip' },
      { code: 'seller_zip', message: 'the account has no postal code' },
    ]);
    assert.equal(
      incomplete.message,
      'The e-invoice cannot be made as it is: send customer.zip; the account has no postal code',
    );
    assert.match(
      translate(incomplete),
      /Póstnúmer viðskiptavinarins vantar\. Póstnúmer fyrirtækisins vantar\.$/,
    );
  });
  it("falls back to the server's message when there is no translation", () => {
    const unknown = { code: 'of_tomorrow', message: 'This will be refused tomorrow' };
    assert.equal(translate(failure('credit_refused', unknown)), 'This will be refused tomorrow');
  });
});
