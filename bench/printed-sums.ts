import fc from 'fast-check';
import { assertPrintAddsUp, printedRecord } from '../test/rendering/printed-sums.ts';

/** Prints many random invoices and credit notes, reads the text of each PDF, and checks that every column adds up. */
const [count = '5000', seed = '1'] = process.argv.slice(2);
const seen: Record<string, number> = {};
const note = (what: string) => {
  seen[what] = (seen[what] ?? 0) + 1;
};
let done = 0;
await fc.assert(
  fc.asyncProperty(printedRecord, async (record) => {
    await assertPrintAddsUp(record);
    note(`${record.kind} ${record.buyer.lang} ${record.currency}`);
    if (record.is_discount) note('discount on the whole');
    if (record.lines.some(({ discount }) => discount !== '0')) note('discount on a line');
    if (record.lines.length > 40) note('more than 40 lines');
    done += 1;
    if (done % 500 === 0) console.log(`${done} of ${count}`);
  }),
  { numRuns: Number(count), seed: Number(seed), endOnFailure: true },
);
console.log(`${done} documents add up`, seen);
