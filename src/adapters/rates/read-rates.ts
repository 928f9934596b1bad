import { XMLParser } from 'fast-xml-parser';
import { CURRENCIES, type Currency } from '../../domain/values/codes.ts';
import { isRealDay, type PlainDate } from '../../domain/values/dates.ts';
import { decimal, divide, roundTo } from '../../domain/values/money.ts';
import type { PublishedRate } from '../../kernel/ports/ports.ts';
import { hasDoctype } from '../has-doctype.ts';
import { XML_OPTIONS } from '../xml-options.ts';

/** The numbers that the Central Bank of Iceland gives the time series of its mid-rates: groups 9 and 7. */
const CENTRAL_BANK_SERIES: Readonly<Record<string, Currency>> = {
  '4055': 'USD',
  '4061': 'DKK',
  '4064': 'EUR',
  '4085': 'JPY',
  '4088': 'CAD',
  '4091': 'NOK',
  '4103': 'GBP',
  '4106': 'CHF',
  '4109': 'SEK',
  '29': 'CNY',
  '31': 'PLN',
  '37': 'KRW',
  '39': 'AUD',
  '40': 'NZD',
  '41': 'HKD',
  '44': 'ZAR',
  '45': 'SGD',
  '46': 'MXN',
  '48': 'TRY',
  '50': 'INR',
  '52': 'CZK',
  '53': 'BRL',
};
const PLACES = 6;
const MAX_RATE = '1000000';
/** A CSV line of the Central Bank: group, its name, series, short name, name, description, day, value. */
const CSV_COLUMNS = 8;

const parser = new XMLParser({
  ...XML_OPTIONS,
  attributeNamePrefix: '',
  processEntities: false,
  maxNestedTags: 20,
  isArray: (name) => ['TimeSeries', 'Entry', 'Cube'].includes(name),
});

/** The newest rate of each currency in an answer of the Central Bank of Iceland (XML or CSV) or of the ECB (XML). */
export function readRates(text: string): PublishedRate[] {
  const rates = text.trimStart().startsWith('<') ? readXml(text) : readCsv(text);
  const newest = new Map<Currency, PublishedRate>();
  for (const rate of rates) {
    const known = newest.get(rate.currency);
    if (!known || known.date < rate.date) newest.set(rate.currency, rate);
  }
  if (newest.size === 0) throw new Error('it has no exchange rates of a known format');
  return [...newest.values()];
}

type Node = Record<string, unknown>;

function readXml(text: string): PublishedRate[] {
  if (hasDoctype(text)) throw new Error('XML with a DOCTYPE is not read');
  const root = parser.parse(text, true) as Node;
  if (root.Group)
    return readCentralBank(children(root, 'Group').flatMap((one) => children(one, 'TimeSeries')));
  const cubes = children(root, 'Envelope').flatMap((one) => children(one, 'Cube'));
  return cubes.flatMap((cube) => children(cube, 'Cube')).flatMap(readEuropeanDay);
}

function children(node: Node, name: string): Node[] {
  const found = node[name];
  const list = Array.isArray(found) ? found : [found];
  return list.filter((one): one is Node => typeof one === 'object' && one !== null);
}

function readCentralBank(series: Node[]): PublishedRate[] {
  return series.flatMap((one) => {
    const entries = children(one, 'TimeSeriesData').flatMap((data) => children(data, 'Entry'));
    return entries.flatMap(({ Date: day, Value: value }) => centralBankRate(one.ID, day, value));
  });
}

function readCsv(text: string): PublishedRate[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const cells = line.split(';').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    return cells.length < CSV_COLUMNS ? [] : centralBankRate(cells[2], cells.at(-2), cells.at(-1));
  });
}

/** ISK for one unit. The day is written month first, with a time of day. */
function centralBankRate(series: unknown, day: unknown, value: unknown): PublishedRate[] {
  const currency = CENTRAL_BANK_SERIES[String(series)];
  const [, month, dayOfMonth, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(String(day)) ?? [];
  const date = toDate(Number(year), Number(month), Number(dayOfMonth));
  const rate = toRate(value);
  return currency && date && rate ? [{ currency, date, rate }] : [];
}

/** The ECB says how much of each currency a euro is worth, so ISK for one unit is a quotient. */
function readEuropeanDay(day: Node): PublishedRate[] {
  const [year, month, dayOfMonth] = String(day.time).split('-').map(Number);
  const date = toDate(year, month, dayOfMonth);
  const perEuro = new Map(children(day, 'Cube').map(({ currency, rate }) => [currency, toRate(rate)]));
  const krona = perEuro.get('ISK');
  if (!date || !krona) return [];
  return CURRENCIES.filter((currency) => currency !== 'ISK').flatMap((currency) => {
    const units = currency === 'EUR' ? '1' : perEuro.get(currency);
    const rate = units && toRate(roundTo(divide(decimal(krona), decimal(units)), PLACES).toFixed());
    return rate ? [{ currency, date, rate }] : [];
  });
}

function toDate(year = Number.NaN, month = Number.NaN, day = Number.NaN): PlainDate | null {
  if (![year, month, day].every(Number.isInteger) || !isRealDay(year, month, day)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as PlainDate;
}

/** A positive rate as decimal text; null for anything else. */
function toRate(value: unknown): string | null {
  const text = String(value).trim();
  if (!/^\d{1,7}(\.\d{1,20})?$/.test(text)) return null;
  const rate = roundTo(decimal(text), PLACES);
  return rate.gt(0) && rate.lte(MAX_RATE) ? rate.toFixed() : null;
}
