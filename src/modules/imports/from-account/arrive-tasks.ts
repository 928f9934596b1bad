import type { SourceRecord } from '../../../domain/imports/other-account.ts';
import { listIn, namedIn } from '../../../domain/imports/other-documents.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { parse } from '../../../kernel/write/input.ts';
import { createTask } from '../../tasks/create-task.ts';
import { deactivateTask } from '../../tasks/deactivate-task.ts';
import { type ImportedLog, importedLog, importTaskLog } from '../../tasks/import-task-log.ts';
import { type TaskInput, taskInput } from '../../tasks/schema.ts';
import { readTaskFacts } from '../../tasks/store.ts';
import { type PreparedRecords, prepareEach } from './made-records.ts';

/** Tasks with the time that is not billed. What is billed is on the invoices; of closed tasks those come that have other time. */
export function prepareTasks(ctx: ReadContext, sources: readonly SourceRecord[]): Promise<PreparedRecords> {
  return prepareEach(ctx, sources, async (source, here) => {
    const { fields } = source;
    const logs = listIn(fields, 'logs');
    const unbilled = logs.filter(({ invoiced }) => invoiced !== true);
    const isClosed = fields.status !== 'open';
    if (isClosed && unbilled.length === 0) return 'left_out';
    const { customer, items } = namedIn(source);
    const [customer_guid, itemGuid] = [here.customers.get(customer), here.items.get(items[0] ?? '')];
    if (!customer_guid || !itemGuid)
      return { refusal: `Its ${customer_guid ? 'item' : 'customer'} did not come` };
    const { name, project_name = '' } = fields;
    const input = parse<TaskInput>(
      { input: taskInput },
      { customer_guid, name, project_name, item: { guid: itemGuid } },
    );
    const facts = await readTaskFacts(ctx.db, ctx.account.id, {
      ...{ customerGuid: customer_guid, customerNumber: '', customerKennitala: '' },
      ...{ itemGuid, itemNumber: '' },
    });
    const entries = unbilled.map((log) => parse<ImportedLog>({ input: importedLog }, log));
    return {
      message: messageOf(source, logs.length - unbilled.length),
      make: async (write) => {
        const { output } = await write.part((part) => createTask.run(part, input, facts));
        const { guid } = output;
        for (const entry of entries) await write.part((part) => importTaskLog(part, guid, entry));
        if (isClosed) await write.part((part) => deactivateTask.run(part, { guid }, undefined));
        return guid;
      },
    };
  });
}

function messageOf({ fields }: SourceRecord, billed: number): string {
  const hasPictures = listIn(fields, 'logs').some(({ image }) => typeof image === 'string' && image !== '');
  return [
    ...(billed > 0 ? [`What is billed of its time is left there (${billed} entries)`] : []),
    ...(fields.start_time ? ['Its timer runs there'] : []),
    ...(hasPictures ? ['Its pictures did not come'] : []),
  ].join('; ');
}
