import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Operation } from '../../../kernel/operations/operation.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** For pages, OAuth and webhooks, which read a body before they know the caller. */
export const SMALL_BODY = 256 * KILOBYTE;
/** For operations that take neither files nor lists of records. */
const ORDINARY_BODY = MEGABYTE;
/** Large enough for a 5 MB file with its fields, a customer with a photo, or 500 lines. */
export const LARGE_BODY = 8 * MEGABYTE;

/** The most bytes that the body of a call of these operations may have. */
export function bodyLimitFor(operations: readonly Operation[]): number {
  return operations.some(({ input }) => takesLargeInput(input)) ? LARGE_BODY : ORDINARY_BODY;
}

function takesLargeInput(input: z.ZodType): boolean {
  return !(input instanceof z.ZodObject) || Object.values(input.shape).some(isLarge);
}

/** Whether a field holds a file, a picture as text, or a list. */
function isLarge(field: unknown): boolean {
  if (!(field instanceof z.ZodType)) return true;
  const { format, contentEncoding } = field.meta() ?? {};
  if (format === 'binary' || contentEncoding !== undefined) return true;
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return isLarge(field.unwrap());
  if (field instanceof z.ZodPipe) return isLarge(field.in) || isLarge(field.out);
  if (field instanceof z.ZodObject) return Object.values(field.shape).some(isLarge);
  return field instanceof z.ZodArray;
}

export function bodyLimitOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.bodyLimit ?? SMALL_BODY;
}

/** `8 MB` or `256 kB`, as messages say it. */
export function sizeInWords(bytes: number): string {
  return bytes >= MEGABYTE ? `${bytes / MEGABYTE} MB` : `${bytes / KILOBYTE} kB`;
}
