import { type BuyerTest, SELLER } from './buyer.ts';
import { CONFIDENCE, type ReadField } from './fields.ts';
import { type Cell, cellsOf, type Line, minConfidence } from './lines.ts';
import { fieldAt, type Position, scaleByLegibility } from './position.ts';

interface Candidate extends Position {
  name: string;
  level: number;
}

/**
 * A company's name ends with its legal form. Short foreign forms must be in capitals, because in lower case they
 * are ordinary words.
 */
const LEGAL_FORM =
  /^(.*?[\p{L}\d)&]) ?,? (?:(?:ehf|hf|ohf|sf|slf|ses|svf|hses|EHF|HF|OHF|SF|SLF)(?:\.|\b)|(?:Ltd|LTD|Limited|LLC|Inc|INC|GmbH|ApS|A\/S|AS|AB|Oy|OY|B\.?V|PLC|plc|SARL|SAS|Corp)\b\.?)/u;
const NOT_A_NAME =
  /\b(kt|kennital\w*|vsk|vat|simi|tel|phone|netfang|e-?mail|www|http\w*|kvittun\w*|reikning\w*|kredit\w*|dags\w*|invoice|receipt|date|samtals|total|velkomin\w*|welcome|takk|thank\w*|afgreidsl\w*|kassi|opid|opnunart\w*|bls|page|greid\w*|nr|starfsmadur|soluadili)\b|@|\.is\b|\.com\b/;
const ADDRESS =
  /\b\d{3} \p{Lu}|(?:gat[au]|veg[iu]r?|braut|stræti|holti?|götu|stíg(?:ur)?|torgi?|bakka|hæð|vogi|túni?|höfða|garð(?:ur|i)|street|road|st\.) ?\d+\w?\b/u;
const TOP_LINES = 6;
const NEAR_ID = 4;
const MAX_NAME_LENGTH = 80;

/** Ranks candidates for the supplier's name by legal form, label, and distance from the top and from the kennitala. */
export function readSupplierName(
  lines: readonly Line[],
  source: string,
  isBuyer: BuyerTest,
  id: Position | undefined,
): ReadField<string> | undefined {
  const nonBlank = lines.flatMap((line, index) => (line.text.trim() === '' ? [] : [index]));
  const candidates = nonBlank.flatMap((index, rank) =>
    cellsOf(lines[index] as Line)
      .flatMap(piecesOf)
      .filter((cell) => !isBuyer(index, cell))
      .flatMap((cell) => candidateOf(cell, index, rank, id)),
  );
  const best = candidates.sort((a, b) => b.level - a.level || a.line - b.line)[0];
  if (!best) return undefined;
  const rivals = candidates.some(({ level, name }) => level === best.level && name !== best.name);
  const isDoubtful = rivals || hasDoubtfulAccents(lines, best);
  const level = isDoubtful && best.level > CONFIDENCE.unsure ? CONFIDENCE.unsure : best.level;
  return fieldAt(lines, best, source, {
    value: best.name,
    confidence: scaleByLegibility(lines, best, level),
  });
}

const MIN_ACCENT_CONFIDENCE = 0.9;

/** Accents are small and the second OCR model can't confirm them, so a name with accents must be very legible. */
function hasDoubtfulAccents(lines: readonly Line[], { line, from, to, name }: Candidate): boolean {
  const place = lines[line];
  return /[^ -~]/.test(name) && place !== undefined && minConfidence(place, from, to) < MIN_ACCENT_CONFIDENCE;
}

/** Footers have name, address and kennitala on one line, with separators between them. */
function piecesOf(cell: Cell): Cell[] {
  const pieces: Cell[] = [];
  for (const match of cell.text.matchAll(
    /[^|•·]+?(?=$|[|•·]| [-–] |, ?(?:kt|Kt|KT)\b|\s(?:kt|Kt|KT)[.:])/g,
  )) {
    const text = match[0].replace(/^[\s,–-]+|[\s,]+$/g, '');
    const from = cell.from + match.index + match[0].indexOf(text);
    const to = from + text.length;
    pieces.push({ text, from, to, folded: cell.folded.slice(from - cell.from, to - cell.from) });
  }
  return pieces;
}

function candidateOf(cell: Cell, line: number, rank: number, id: Position | undefined): Candidate[] {
  const label = SELLER.exec(cell.folded);
  const from = cell.from + (label?.index === 0 ? label[0].length : 0);
  const text = cell.text.slice(from - cell.from);
  const form = LEGAL_FORM.exec(text);
  // Printers omit the full stop of the legal form, and OCR misses it.
  const name = (form?.[0] ?? text).trim().replace(/ (ehf|hf|ohf|sf|slf|ses|svf|hses)$/i, ' $1.');
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3 || letters < name.length / 2 || name.length > MAX_NAME_LENGTH) return [];
  if (!form && (NOT_A_NAME.test(cell.folded) || ADDRESS.test(text))) return [];
  const atTop = rank < TOP_LINES;
  const nearId = id !== undefined && id.line >= line && id.line - line <= NEAR_ID;
  const level = levelOf({ form: form !== null, label: label?.index === 0, atTop, first: rank === 0, nearId });
  return level ? [{ name, level, line, from, to: from + name.length }] : [];
}

type Evidence = Record<'form' | 'label' | 'atTop' | 'first' | 'nearId', boolean>;

function levelOf({ form, label, atTop, first, nearId }: Evidence): number | undefined {
  if (form && (label || (atTop && nearId))) return CONFIDENCE.labelled + 0.02;
  if (form && (atTop || nearId)) return CONFIDENCE.labelled;
  if (label) return CONFIDENCE.likely;
  if (form) return CONFIDENCE.unsure;
  // Most receipts begin with the name of the shop, but some begin with a greeting.
  if (first) return nearId ? CONFIDENCE.unsure + 0.05 : CONFIDENCE.unsure;
  return undefined;
}
