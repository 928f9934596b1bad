import type { JsonSchema } from '../../../src/surfaces/http/wire/json-schema.ts';
import type { Random } from './random.ts';

/** Texts that parsers, databases, pages and mails have stumbled over. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202eevil\u202c',
  '\u2066x\u2069',
  '\u200b\u200d\ufeff',
  '\ud800',
  'x\udfff',
  '\u0001\u0008\u001b[31m',
  '\r\nSet-Cookie: a=b',
  "' or 1=1 --",
  '"; drop table accounts; --',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '//evil.example',
  'javascript:alert(1)',
  '%00%ff%fe',
  '%',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '9007199254740993',
  '99999999999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '-1',
  '1,5',
  '١٢٣',
  'ÞÆÖÐ',
  'İ',
  'ß',
  '👩‍👩‍👧‍👦',
  'e\u0301'.repeat(50),
  '(a+)+$',
  '%s%s%n',
  '[]',
  '{}',
  '[[[[[[[[',
  '00000000-0000-0000-0000-000000000000',
];
const HOSTILE_NUMBERS = [0, -0, -1, 0.1, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e-9, 12345678.905];
const LENGTHS = [30, 101, 256, 1001, 5001, 70_000];

export function hostileText(random: Random): string {
  const roll = random.below(10);
  if (roll === 0) return 'x'.repeat(random.pick(LENGTHS));
  if (roll === 1)
    return String.fromCharCode(...Array.from({ length: 1 + random.below(30) }, () => random.below(65_536)));
  if (roll === 2) return random.pick(HOSTILE_TEXTS) + random.pick(HOSTILE_TEXTS);
  return random.pick(HOSTILE_TEXTS);
}

function hostileValue(random: Random): unknown {
  switch (random.below(10)) {
    case 9:
      return random.pick<unknown>([
        { toString: 'x' },
        { valueOf: 1, toString: null },
        [{ toString: 1 }],
        { length: -1 },
      ]);
    case 0:
      return random.pick([null, true, false]);
    case 1:
      return random.pick(HOSTILE_NUMBERS);
    case 2:
      return [];
    case 3:
      return {};
    case 4:
      return nested(random.pick([3, 20, 31, 33, 200]), random);
    case 5:
      return Array.from({ length: random.pick([1, 3, 101, 1100]) }, () => random.pick(HOSTILE_NUMBERS));
    case 6:
      return {
        [hostileText(random).slice(0, 60)]: hostileText(random),
        __proto__x: 1,
        constructor: { a: 1 },
      };
    default:
      return hostileText(random);
  }
}

function nested(depth: number, random: Random): unknown {
  let value: unknown = random.pick(HOSTILE_TEXTS);
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

/** Where valid values come from. */
export interface ValueSource {
  /** A guid for a field: of an own record mostly, sometimes of another account's. */
  guid(random: Random): string;
  /** The share of optional fields that are sent. */
  optionalShare: number;
  /** The share of values that are a bound of their schema, or one step beyond it. */
  boundaryShare: number;
}

/** A bound that the schema states, or one step beyond it; undefined where it states none. */
function boundaryValue(schema: JsonSchema, random: Random): unknown {
  const { minimum, maximum, maxLength, items, type } = schema;
  const maxItems = schema.maxItems as number | undefined;
  const step = random.pick([-1, 0, 0, 1]);
  const kinds = [type].flat();
  if (kinds.includes('number') || kinds.includes('integer')) {
    const bound = random.pick([minimum, maximum].filter((one) => one !== undefined));
    if (bound === undefined) return undefined;
    const value = bound + step * (kinds.includes('integer') ? 1 : random.pick([1, 0.01]));
    return kinds.includes('string') && random.chance(0.3) ? String(value) : value;
  }
  if (maxLength !== undefined && kinds.includes('string'))
    return random.pick(['x', 'þ', '😀', 'a ']).repeat(maxLength + step);
  if (maxItems !== undefined && items)
    return Array.from(
      { length: Math.max(0, Math.min(maxItems, 1100) + step) },
      () => items.examples?.[0] ?? 1,
    );
  return undefined;
}

/** A value that the schema accepts, as far as the schema says so, or one at a bound of it. */
function validValue(schema: JsonSchema, random: Random, source: ValueSource): unknown {
  const boundary = random.chance(source.boundaryShare) ? boundaryValue(schema, random) : undefined;
  if (boundary !== undefined) return boundary;
  const { type, format, examples, oneOf, anyOf, contentSchema, items, properties } = schema;
  if (contentSchema) return JSON.stringify(validValue(contentSchema, random, source));
  if (format === 'uuid') return source.guid(random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (oneOf ?? anyOf) return validValue(random.pick((oneOf ?? anyOf) as JsonSchema[]), random, source);
  if (properties) return validFields(properties, random, source, schema.required);
  if (items) return Array.from({ length: 1 + random.below(2) }, () => validValue(items, random, source));
  if (examples?.length && random.chance(0.8)) return random.pick(examples);
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'integer') return 1 + random.below(40);
  if (kind === 'number') return random.pick([1, 10, 99.5, 1240]);
  if (kind === 'boolean') return random.chance(0.5);
  if (format?.startsWith('date')) return `2026-0${1 + random.below(9)}-1${random.below(9)}`;
  return random.pick(['Texti', 'A-1', '1', 'anna@example.is', '5501234520']);
}

export function validFields(
  properties: Record<string, JsonSchema>,
  random: Random,
  source: ValueSource,
  required: readonly string[] = [],
): Record<string, unknown> {
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || random.chance(source.optionalShare),
  );
  return Object.fromEntries(names.map((name) => [name, validValue(properties[name] ?? {}, random, source)]));
}

/** Replaces, removes or adds one value somewhere inside, also within text that is JSON. */
export function mutate(value: unknown, random: Random): unknown {
  if (typeof value === 'string' && /^[[{]/.test(value) && random.chance(0.8))
    return mutateJson(value, random);
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return hostileValue(random);
  if (Array.isArray(value)) {
    const at = random.below(value.length + 1);
    return at === value.length ? [...value, hostileValue(random)] : value.with(at, mutate(value[at], random));
  }
  const names = Object.keys(value);
  const name = random.pick([...names, hostileText(random).slice(0, 80)]);
  const { [name]: before, ...others } = value as Record<string, unknown>;
  return random.chance(0.12) ? others : { ...others, [name]: mutate(before ?? 'x', random) };
}

function mutateJson(text: string, random: Random): string {
  if (random.chance(0.1)) return text.slice(0, random.below(text.length));
  try {
    return JSON.stringify(mutate(JSON.parse(text), random));
  } catch {
    return text;
  }
}
