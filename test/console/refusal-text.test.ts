import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translateRefusal } from '../../console/src/api/refusal-text.ts';
import { en } from '../../console/src/words/en.ts';
import { is } from '../../console/src/words/is.ts';
import { type Failure, failure } from '../../src/kernel/failures/failure.ts';
import { violation } from '../../src/kernel/failures/violations.ts';

const say = (refused: Failure, lang: 'is' | 'en' = 'is') =>
  translateRefusal(refused, (key) => (lang === 'is' ? is : en)[key as keyof typeof en], lang);

describe('a refusal on the screen', () => {
  const dueTooEarly = failure(
    'field_invalid',
    'due_date',
    violation('after_field', 'issue_date', '2026-03-05'),
  );
  it('is in the language of the person, with days and figures as they are written there', () => {
    assert.equal(say(dueTooEarly), 'Gjalddagi: má ekki vera á undan 5. mars 2026');
    assert.equal(say(dueTooEarly, 'en'), 'Due date: must not be before 5 Mar 2026');
    const negative = { code: 'negative_total', message: '…', values: ['-1250.50'] };
    assert.match(say(failure('figures_refused', negative)), /^Samtalan yrði −1\.250,5\. /);
  });
  it('names the line and the field of a table', () => {
    assert.equal(
      say(failure('field_invalid', 'items[1].qty', violation('pieces'))),
      'Lína 2, magn: stykki verða að vera heil tala',
    );
  });
  it('tells all that an e-invoice wants', () => {
    const wanting = failure('einvoice_refused', [
      { code: 'buyer_zip', message: 'send customer.zip' },
      { code: 'seller_zip', message: 'the account has no postal code' },
    ]);
    assert.equal(
      wanting.message,
      'The e-invoice cannot be made as it is: send customer.zip; the account has no postal code',
    );
    assert.match(say(wanting), /Póstnúmer viðskiptavinarins vantar\. Póstnúmer fyrirtækisins vantar\.$/);
  });
  it('is what the server said, where there are no words for it', () => {
    const unknown = { code: 'of_tomorrow', message: 'This will be refused tomorrow' };
    assert.equal(say(failure('credit_refused', unknown)), 'This will be refused tomorrow');
  });
});
