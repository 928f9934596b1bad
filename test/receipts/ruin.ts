import sharp from 'sharp';
import { readerFor } from '../../src/adapters/receipt-reader/reader.ts';
import { counts, type Score, score, VERDICTS } from './accuracy-table.ts';
import { dice, photographed } from './camera.ts';
import { shopReceipts } from './shop-receipts.ts';

/**
 * Degrades the images further at random and prints what is still read: `node test/receipts/ruin.ts <seed>
 * <rounds>`. Run it after changing a threshold, to look for wrong values above the auto-fill threshold.
 */
const [seed, rounds] = [Number(process.argv[2] ?? 1), Number(process.argv[3] ?? 20)];
const random = dice(seed);
const receipts = await shopReceipts();
const reader = readerFor({ today: () => '2026-07-01' });
const scores: Score[] = [];

for (let round = 0; round < rounds; round++) {
  const receipt = receipts[Math.floor(random() * receipts.length)];
  if (!receipt) break;
  const shrink = 0.45 + random() * 0.7;
  const shot = {
    seed: round + 1,
    turn: (random() - 0.5) * 10,
    perspective: random() < 0.3 ? random() * 0.1 : 0,
    noise: random() * 60,
    shade: 0.4 + random() * 0.6,
    blur: random() < 0.6 ? 0.3 + random() * 1.6 : 0,
    quality: 25 + Math.floor(random() * 60),
  };
  const { width } = await sharp(receipt.bytes).metadata();
  const smaller = await sharp(receipt.bytes)
    .resize(Math.round(width * shrink))
    .png()
    .toBuffer();
  const bytes = await photographed(smaller, shot);
  const reading = await reader.read({ bytes, contentType: 'image/jpeg' });
  const one = score(receipt.name, reading.engine, reading, receipt.truth);
  scores.push(one);
  console.log(round, receipt.name, `shrunk to ${shrink.toFixed(2)}`, JSON.stringify(counts(one)));
  for (const [field, verdict] of Object.entries(one.verdicts))
    if (verdict === 'wrong')
      console.log('  WRONG', field, JSON.stringify(reading[field as keyof typeof reading]));
}
await reader.close();
const sum = (verdict: (typeof VERDICTS)[number]) => scores.reduce((n, one) => n + counts(one)[verdict], 0);
console.log(VERDICTS.map((verdict) => `${sum(verdict)} ${verdict}`).join(', '));
