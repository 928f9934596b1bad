import { formatKennitala } from '../values/kennitala.ts';
import { cellsOf, type Line, type Span } from './lines.ts';

interface Zone extends Span {
  firstLine: number;
  lastLine: number;
}

const BUYER =
  /\b(kaupandi|greidandi|vidskiptavin\w*|vidskiptamadur|vidtakandi|vidt\.|bill(?:ed)? to|customer|buyer|sold to|ship to|invoice to)\b/g;
export const SELLER = /\b(seljandi|utgefandi|soluadili|seller|supplier|vendor|from)\b[ :]*/;
const ZONE_LINES = 5;
const LINES_ABOVE_OWN = 3;
const MAX_ZONES = 50;

/** Whether a position belongs to the buyer's address block, which must not be read as the supplier. */
export type BuyerTest = (line: number, span: Span) => boolean;

/** Finds the buyer's blocks by their labels, and by the account's own kennitala if it is known. */
export function buyerZones(lines: readonly Line[], own?: string): BuyerTest {
  const all = lines.flatMap((line, index) => [
    ...zonesByLabel(lines, line, index),
    ...zonesByKennitala(lines, line, index, own),
  ]);
  const zones = all.slice(0, MAX_ZONES);
  return (line, span) =>
    zones.some(
      (zone) => line >= zone.firstLine && line <= zone.lastLine && span.from < zone.to && span.to > zone.from,
    );
}

/** A zone reaches from the label down to the next blank line, and sideways to the next column. */
function zonesByLabel(lines: readonly Line[], line: Line, index: number): Zone[] {
  return [...line.folded.matchAll(BUYER)].map((match) => {
    const cells = cellsOf(line);
    const next = cells.find(({ from }) => from > match.index);
    const isColumn =
      cells.some(({ from, folded }) => from !== match.index && SELLER.test(folded)) || match.index > 20;
    return {
      from: Math.max(0, match.index - 2),
      to: isColumn && next && SELLER.test(next.folded) ? next.from : Number.POSITIVE_INFINITY,
      firstLine: index,
      lastLine: blockEnd(lines, index),
    };
  });
}

function blockEnd(lines: readonly Line[], index: number): number {
  for (let i = index + 1; i <= index + ZONE_LINES; i++) {
    const line = lines[i];
    if (!line || line.text.trim() === '') return i - 1;
  }
  return index + ZONE_LINES;
}

/** A name is printed above its kennitala, so the lines above the own kennitala belong to the buyer too. */
function zonesByKennitala(lines: readonly Line[], line: Line, index: number, own?: string): Zone[] {
  if (!own) return [];
  const cell = cellsOf(line).find(({ text }) => text.includes(own) || text.includes(formatKennitala(own)));
  if (!cell) return [];
  let firstLine = index;
  while (index - firstLine < LINES_ABOVE_OWN && isSameBlock(lines[firstLine - 1])) firstLine--;
  return [{ firstLine, lastLine: index, from: Math.max(0, cell.from - 4), to: cell.to + 10 }];
}

/** A blank line ends a block, and another kennitala begins the block of another party. */
function isSameBlock(line: Line | undefined): boolean {
  return line !== undefined && line.text.trim() !== '' && !/\d{6} ?-? ?\d{4}/.test(line.text);
}
