/** How well lines of a bank are matched: npm run eval:bank -- [lines] [seed] */
import { evaluateMatching } from './evaluate.ts';

const [lines = '5000', seed = '1'] = process.argv.slice(2);
const share = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`;
console.log(
  '| lines that are | lines | right first | right first or second | booked by themselves | wrong |',
);
console.log('|---|---|---|---|---|---|');
for (const [name, one] of evaluateMatching(Number(lines), Number(seed)))
  console.log(
    `| ${name} | ${one.lines} | ${share(one.first, one.lines)} | ${share(one.second, one.lines)} | ${share(one.automatic, one.lines)} | ${one.wrong} |`,
  );
