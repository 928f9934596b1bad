import { normalizeKennitala } from '../../domain/values/kennitala.ts';
import { isUniqueViolation } from '../../kernel/database/database.ts';
import { fail, failure, joinFailures } from '../../kernel/failures/failure.ts';
import { isGuid } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { ReadContext, WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { newItem } from '../items/rules.ts';
import { nextItemNumber } from '../items/store.ts';
import { requireTasks } from './rules.ts';
import { type TaskInput, taskInput } from './schema.ts';
import { emitTaskCreated, insertTask, type NewTask, readTaskFacts, type TaskFacts } from './store.ts';
import { newTaskEffect } from './task-effect.ts';

export const createTask = defineWrite({
  name: 'create-task',
  summary: 'Creates a task: work for a customer that is billed as an item.',
  description:
    'Time is logged by the timer of the task or by log-task. An invoice line that names the task in `task_guid` bills it.',
  access: { scope: 'task' },
  events: ['task.created', 'item.created'],
  input: taskInput,
  output: createdRecord,
  refusals: [
    'subscription_required',
    'customer_not_found',
    'item_not_found',
    'item_inactive',
    'item_number_taken',
  ],
  prepare(ctx: ReadContext, input: TaskInput) {
    const { customer_guid, customer_no = '', item, item_no = '' } = input;
    const missing = [
      ...(customer_guid || customer_no !== '' ? [] : [failure('field_required', 'customer_guid')]),
      ...(item || item_no !== '' ? [] : [failure('field_required', 'item')]),
    ];
    const refusal = joinFailures(missing);
    if (refusal) throw refusal;
    return readTaskFacts(ctx.db, ctx.account.id, {
      customerGuid: customer_guid ?? (isGuid(customer_no) ? customer_no : undefined),
      customerNumber: customer_no,
      customerKennitala: normalizeKennitala(customer_no),
      itemGuid: item?.guid,
      itemNumber: item_no,
    });
  },
  async run(ctx, input, facts: TaskFacts) {
    requireTasks(ctx.account);
    const customerId = facts.customer_id ?? fail('customer_not_found');
    const item = await resolveItem(ctx, input, facts);
    const guid = ctx.newGuid();
    const { name, project_name: projectName = '' } = input;
    if ('guid' in item) ctx.emit('item.created', { guid: item.guid });
    emitTaskCreated(ctx, guid);
    const effect = newTaskEffect({ name, projectName, item }, facts);
    const insert = insertTask(ctx.account.id, { guid, name, projectName, customerId, item, now: ctx.now });
    try {
      return await ctx.finish({ target: guid, ...insert, effect });
    } catch (error) {
      // A concurrent transaction may insert an item with the number that was generated for the new one.
      if ('fields' in item && isUniqueViolation(error, 'items_account_id_item_number_key'))
        fail('item_number_taken', item.fields.item_number);
      throw error;
    }
  },
});

/** An item of the catalogue by guid or number, or a new item with a generated number. */
async function resolveItem(ctx: WriteContext, input: TaskInput, facts: TaskFacts): Promise<NewTask['item']> {
  if (input.item?.guid || input.item_no) {
    if (facts.item_inactive) fail('item_inactive', facts.item_inactive);
    return { id: facts.item_id ?? fail('item_not_found') };
  }
  const { guid: _, ...fields } = input.item ?? fail('field_required', 'item');
  if (!fields.description) fail('field_required', 'item.description');
  if (!fields.unit_price) fail('field_required', 'item.unit_price');
  const number = await nextItemNumber(ctx.tx, ctx.account.id);
  return { guid: ctx.newGuid(), fields: newItem(number, { ...fields, uom: fields.uom ?? 'HUR' }) };
}
