/**
 * The field types of every input schema. They are lenient, as the wire rules ask: numbers and booleans may be sent as
 * text, and blanks count as absent. Each violation says what to send instead; `toFailure` adds the path of the field.
 */
import { z } from 'zod';
import { toOneLine } from '../../domain/strings/one-line.ts';
import { isLongerThan, isVisible } from '../../domain/strings/visible-text.ts';
import { parseClock } from '../../domain/tasks/task-time.ts';
import {
  FIRST_DAY,
  isCalendarDate,
  isPlainDate,
  LAST_DAY,
  type PlainDate,
  parseDayFirst,
} from '../../domain/values/dates.ts';
import { type Decimal, decimal, decimalPlaces, roundTo } from '../../domain/values/money.ts';
import type { Violation } from '../../domain/values/violation.ts';
import { violation } from '../failures/violations.ts';
import { addViolation, REQUIRED, textOf } from './field-failures.ts';
import { UploadedFile } from './uploaded-file.ts';

const MISSING: Violation = { code: 'required', message: REQUIRED };

export type Outcome<T> = { value: T } | { problem: Violation };
type JsonSchema = Record<string, unknown>;

/** Each form of a field takes its description for the reference documentation. */
interface Field<T> {
  (description?: string): z.ZodType<T>;
  optional(description?: string): z.ZodOptional<z.ZodType<T | undefined>>;
  /** For updates: an empty value clears the field (null), a missing one leaves it (undefined). */
  clearable(description?: string): z.ZodOptional<z.ZodType<T | null | undefined>>;
  /** Null is a value of its own; a missing one is undefined. */
  nullable(description?: string): z.ZodOptional<z.ZodType<T | null | undefined>>;
}

const describable =
  <S extends z.ZodType>(schema: S) =>
  (description?: string): S =>
    description === undefined ? schema : schema.describe(description);

type Read<T> = (input: unknown) => Outcome<T>;
type IsMissing = (input: unknown) => boolean;

const isAbsent: IsMissing = (input) => input === undefined || input === null;
const isBlank: IsMissing = (input) => isAbsent(input) || input === '';

/** A field type: `read` says what the input means, or what is wrong with it. */
export function field<T>(read: Read<T>, schema: JsonSchema, isMissing: IsMissing = isBlank): Field<T> {
  const checked = (outcome: Outcome<T>, ctx: z.RefinementCtx): T => {
    if ('value' in outcome) return outcome.value;
    addViolation(ctx, outcome.problem);
    return z.NEVER;
  };
  const parsed = <R>(parse: (input: unknown, ctx: z.RefinementCtx) => R, meta = schema) =>
    z.unknown().transform(parse).meta(meta);
  const required = parsed((input, ctx) =>
    checked(isMissing(input) ? { problem: MISSING } : read(input), ctx),
  );
  const optional = parsed((input, ctx) =>
    isMissing(input) ? undefined : checked(read(input), ctx),
  ).optional();
  const clearable = parsed((input, ctx) =>
    isAbsent(input) ? undefined : input === '' ? null : checked(read(input), ctx),
  ).optional();
  const nullable = parsed(
    (input, ctx) =>
      input === undefined ? undefined : input === null || input === '' ? null : checked(read(input), ctx),
    withNull(schema),
  ).optional();
  return Object.assign(describable(required), {
    optional: describable(optional),
    clearable: describable(clearable),
    nullable: describable(nullable),
  });
}

function withNull({ type, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, type: [...[type].flat(), 'null'] };
}

/**
 * One line of at most `max` characters; see `toOneLine` for what becomes of others. Text without a visible character is
 * missing where the field is required, and empty where it is optional.
 */
export function text(max: number, schema: JsonSchema = {}): Field<string> {
  return textField(max, schema, toOneLine);
}

/** Text that is kept as it was sent, with all its lines: paragraphs, secrets, and what is checked further. */
export function longText(max: number, schema: JsonSchema = {}): Field<string> {
  return textField(max, schema, (sent) => sent);
}

function textField(max: number, schema: JsonSchema, clean: (sent: string) => string): Field<string> {
  const read = (input: unknown): Outcome<string> => {
    const value = typeof input === 'number' ? String(input) : input;
    if (typeof value !== 'string') return { problem: violation('text') };
    const trimmed = value.trim();
    if (isLongerThan(trimmed, max)) return { problem: violation('long', max) };
    // U+FFFD is the replacement for bytes that were not UTF-8: the client's text is already damaged.
    if (trimmed.includes('\0') || !trimmed.isWellFormed() || trimmed.includes('\uFFFD'))
      return { problem: violation('characters') };
    return { value: isVisible(trimmed) ? clean(trimmed) : '' };
  };
  const meta = { type: 'string', maxLength: max, ...schema };
  const isMissing: IsMissing = (input) =>
    isAbsent(input) || (typeof input === 'string' && !input.includes('\0') && !isVisible(input));
  return Object.assign(field(read, meta, isMissing), { optional: field(read, meta, isAbsent).optional });
}

export const flag = field<boolean>(
  (input) => {
    if (input === true || input === 1 || input === '1' || input === 'true') return { value: true };
    if (input === false || input === 0 || input === '0' || input === 'false') return { value: false };
    return { problem: violation('flag') };
  },
  { type: ['boolean', 'integer'], enum: [true, false, 0, 1] },
);

interface NumberBounds {
  places?: number;
  /** More decimals are rounded half up instead of refused: programs send what a division or a float left over. */
  isRounded?: boolean;
  min?: string;
  max?: string;
}

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** An exact number. JSON numbers are read by their shortest decimal form, which is what the client wrote. */
export function number({
  places = 4,
  isRounded = false,
  min,
  max = '1000000000000',
}: NumberBounds = {}): Field<Decimal> {
  const from = min ?? `-${max}`;
  const lowest = decimal(from);
  const highest = decimal(max);
  return field<Decimal>(
    (input) => {
      const written =
        typeof input === 'number' ? String(input) : typeof input === 'string' ? input.trim() : '';
      if (typeof input !== 'number' && !DECIMAL.test(written)) {
        return { problem: violation('number') };
      }
      const exact = parseDecimal(written);
      const value = exact && isRounded ? roundTo(exact, places) : exact;
      if (value === null) return { problem: violation('between_decimals', from, max, places) };
      if (lowest.gt(0) && value.lte(0)) return { problem: violation('positive') };
      if (value.lt(lowest) || value.gt(highest)) return { problem: violation('between', from, max) };
      if (decimalPlaces(value) > places) {
        return { problem: places === 0 ? violation('whole') : violation('decimals', places) };
      }
      return { value };
    },
    {
      type: ['number', 'string'],
      minimum: Number(lowest.toFixed()),
      maximum: Number(highest.toFixed()),
      pattern: DECIMAL.source,
    },
  );
}

/** Null for infinity, and for more digits than any amount has. */
function parseDecimal(written: string): Decimal | null {
  try {
    return decimal(written.replace(/^\+/, ''));
  } catch {
    return null;
  }
}

export function integer(
  min: number,
  max: number,
  schema: JsonSchema = { type: ['integer', 'string'], minimum: min, maximum: max, pattern: WHOLE.source },
): Field<number> {
  return field<number>((input) => {
    const value =
      typeof input === 'number'
        ? input
        : typeof input === 'string' && WHOLE.test(input.trim())
          ? Number(input)
          : Number.NaN;
    if (Number.isInteger(value) && value >= min && value <= max) return { value };
    return { problem: violation('whole_between', min, max) };
  }, schema);
}

/** A whole number that stands for one of a list, such as a method of payment. */
export function numberedChoice(codes: readonly number[]): Field<number> {
  return integer(Math.min(...codes), Math.max(...codes), {
    type: ['integer', 'string'],
    enum: [...codes, ...codes.map(String)],
  });
}

/** A day of an account's books. */
export const date = field<PlainDate>(
  (input) => {
    const day = calendarDate(input);
    if (day === null) return { problem: violation('date') };
    return isPlainDate(day) ? { value: day } : { problem: violation('between', FIRST_DAY, LAST_DAY) };
  },
  { type: 'string', format: 'date' },
);

/** A bound of a search. Programs send the first or last day that they know to mean an open end. */
export const boundaryDate = field<PlainDate>(
  (input) => {
    const day = calendarDate(input);
    return day === null ? { problem: violation('date') } : { value: day };
  },
  { type: 'string', format: 'date' },
);

function calendarDate(input: unknown): PlainDate | null {
  const written = typeof input === 'string' ? input.trim() : '';
  return isCalendarDate(written) ? written : null;
}

/** A day as 2026-03-02 or as 2.3.2026. */
export const flexibleDate = field<PlainDate>(
  (input) => {
    const written = typeof input === 'string' ? input.trim() : '';
    const value = isPlainDate(written) ? written : parseDayFirst(written);
    return value ? { value } : { problem: violation('either_date') };
  },
  { type: 'string', examples: ['2026-03-02'] },
);

/** A time of day, in minutes after midnight. */
export const clock = field<number>(
  (input) => {
    const value = typeof input === 'string' || typeof input === 'number' ? parseClock(String(input)) : null;
    return value === null ? { problem: violation('clock') } : { value };
  },
  { type: ['string', 'integer'] },
);

/** A browser sends a file input without a file as an empty file without a name. */
const isNoFile: IsMissing = (input) =>
  isBlank(input) || (input instanceof UploadedFile && input.name === '' && input.bytes.length === 0);

/** A file, which comes only as a part of a multipart form. */
export const upload = field<UploadedFile>(
  (input) => (input instanceof UploadedFile ? { value: input } : { problem: violation('file') }),
  { type: 'string', format: 'binary' },
  isNoFile,
);

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A file as a part of a multipart form, or its bytes in base64. */
export const fileContent = field<UploadedFile>(
  (input) => {
    if (input instanceof UploadedFile) return { value: input };
    const written =
      typeof input === 'string' ? input.replace(/^data:[^,]*;base64,/, '').replace(/\s/g, '') : '';
    if (!BASE64.test(written)) return { problem: violation('file_or_base64') };
    return { value: new UploadedFile('', Buffer.from(written, 'base64')) };
  },
  { type: 'string', format: 'binary' },
  isNoFile,
);

export type DaysOrDate = { days: number } | { date: PlainDate };

/** A number of days from another day, or the day itself. */
export function daysOrDate(maxDays: number): Field<DaysOrDate> {
  return field<DaysOrDate>(
    (input) => {
      const written = typeof input === 'number' || typeof input === 'string' ? String(input).trim() : '';
      if (/^\d+$/.test(written) && Number(written) <= maxDays) return { value: { days: Number(written) } };
      if (isPlainDate(written)) return { value: { date: written } };
      return { problem: violation('days_or_date', maxDays) };
    },
    {
      anyOf: [
        { type: 'integer', minimum: 0, maximum: maxDays },
        { type: 'string', format: 'date' },
      ],
    },
  );
}

export function choice<const T extends string>(values: readonly T[]): Field<T> {
  return field<T>((input) => {
    const written = typeof input === 'number' ? String(input) : input;
    const value = typeof written === 'string' ? values.find((one) => one === written.trim()) : undefined;
    return value === undefined ? { problem: violation('one_of', values.join(', ')) } : { value };
  }, choiceSchema(values));
}

/** Codes that are written in digits may be sent as numbers. */
function choiceSchema(values: readonly string[]): JsonSchema {
  const isNumeric = values.every((value) => String(Number(value)) === value);
  if (!isNumeric) return { type: 'string', enum: [...values] };
  return { type: ['string', 'integer'], enum: [...values, ...values.map(Number)] };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UNKNOWN_GUID = '00000000-0000-0000-0000-000000000000';

export function isGuid(written: string): boolean {
  return UUID.test(written);
}

/** Text that is not a UUID becomes a guid that no record has, so it is answered like any unknown guid. */
export const guid = field<string>(
  (input) => ({
    value: typeof input === 'string' && UUID.test(input.trim()) ? input.trim().toLowerCase() : UNKNOWN_GUID,
  }),
  { type: 'string', format: 'uuid' },
);

const NO_OBJECT = textOf(violation('object'));
const NO_LIST = textOf(violation('list'));

export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, { error: ({ input }) => (isBlank(input) ? REQUIRED : NO_OBJECT) });
}

/** As `object`, but a name that it does not have is refused. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const others = textOf(violation('only_fields', Object.keys(shape).join(', ')));
  return z.strictObject(shape, {
    error: ({ code, input }) =>
      code === 'unrecognized_keys' ? others : isBlank(input) ? REQUIRED : NO_OBJECT,
  });
}

/** An object whose names the sender chooses. */
export function recordOf<T extends z.ZodType>(of: T, wrong = NO_OBJECT) {
  return z.record(z.string(), of, { error: ({ input }) => (isBlank(input) ? REQUIRED : wrong) });
}

export function listOf<T extends z.ZodType>(of: T, max: number) {
  return z
    .array(of, { error: ({ input }) => (isBlank(input) ? REQUIRED : NO_LIST) })
    .max(max, { error: textOf(violation('entries', max)) });
}
