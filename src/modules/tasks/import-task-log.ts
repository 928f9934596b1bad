import type { z } from 'zod';
import { date, flag, longText, number, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { unitPrice } from '../items/schema.ts';
import { toEntry } from './entry.ts';
import { insertLog } from './log-store.ts';
import { checkLogCount, lockTaskOrFail } from './rules.ts';

const MAX_HOURS = '10000';

/** Time of a task as another account answers it. */
export const importedLog = object({
  manual: flag.optional(),
  advanced: flag.optional(),
  quantity: number({ places: 3, isRounded: true, min: '0.001', max: MAX_HOURS })(),
  hours_per_day: number({ places: 3, isRounded: true, min: '0', max: MAX_HOURS }).optional(),
  from_date: date(),
  to_date: date(),
  description: longText(4000).optional(),
  unit_price: unitPrice.optional(),
});
export type ImportedLog = z.infer<typeof importedLog>;

/** Puts time on a task that was logged in another account, with its price where it has one of its own. */
export async function importTaskLog(ctx: WriteContext, guid: string, log: ImportedLog): Promise<void> {
  const { advanced: adv = false, quantity, hours_per_day = quantity, from_date, to_date } = log;
  const qty = adv ? hours_per_day : quantity;
  const entry = toEntry({ adv, date: from_date, end_date: to_date, h: undefined, p: undefined, qty });
  const task = await lockTaskOrFail(ctx, guid, 'log');
  checkLogCount(task);
  const { manual = true, description = '', unit_price } = log;
  const fields = { ...entry, manual, description, unit_price: unit_price?.toFixed() ?? null };
  const logGuid = ctx.newGuid();
  ctx.emit('task.logged', { guid, number: task.number, log_guid: logGuid, change: 'added' });
  const insert = insertLog(ctx.account.id, {
    ...{ guid: logGuid, taskId: task.id, fields, image: null, endsTimer: false },
    ...{ personId: ctx.caller.person?.id ?? null, now: ctx.now },
  });
  await ctx.finish({ target: guid, ...insert });
}
