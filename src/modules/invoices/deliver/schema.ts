import { z } from 'zod';
import { text } from '../../../kernel/fields/input-fields.ts';

/** One delivery of an invoice: its retries share the series, and what happens in a series is recorded once. */
export const deliveryFields = { invoice_guid: text(36)(), series: text(80)() };
/** The person who asked for the delivery. */
export const requestedBy = z.int().optional();
