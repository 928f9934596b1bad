import { z } from 'zod';
import { out, outsideTexts } from '../../kernel/fields/output-fields.ts';

const name = out.outside('Of a customer or supplier, which a buyer or a receipt may have given');
const value = z.unknown().register(outsideTexts, { customer: null });

/** What of a dry run's `would` can be text from outside: it names profiles without saying who typed them. */
export const PREDICTED_EFFECT = z.object({
  name,
  record: z.object({ name }),
  receiver: z.object({ name }),
  fields: z.array(z.object({ from: value, to: value })),
});
