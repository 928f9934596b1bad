import type { Client } from '../client.ts';
import { GIF } from '../images.ts';
import { UNKNOWN_GUID } from '../unknown-guid.ts';
import { type Books, byGuid, type EndpointCase } from './case.ts';

/** The new item that the work is sold as. */
const workItem = { guid: '', description: 'Vinna', uom: 'HUR', tax: 'S', unit_price: 10000 };

const day = { date: '2026-03-02', h: '9', p: '11:30' };

export const taskCases: readonly EndpointCase[] = [
  {
    path: 'create-task',
    writes: true,
    good: ({ customer, item }) => ({
      data: { customer_guid: customer, name: 'Verk', item: { guid: item } },
    }),
    required: ['data', 'data.customer_guid', 'data.name', 'data.item'],
    wrong: { data: { name: 'Verk', item: 'work' } },
    unknown: { data: { customer_guid: UNKNOWN_GUID, name: 'Verk', item: workItem } },
    guids: ['data.customer_guid', 'data.item.guid'],
  },
  {
    path: 'update-task',
    writes: true,
    good: ({ task: guid }) => ({ guid, data: { name: 'Annað verk', project_name: 'Nýbygging' } }),
    ...byGuid,
    required: ['guid', 'data'],
    wrong: { data: { project_name: {} } },
  },
  { path: 'get-task', good: ({ task: guid }) => ({ guid }), wrong: { guid: 'a' }, ...byGuid },
  {
    path: 'get-tasks',
    good: () => ({ type: 'invoice', limit: 5, page: 1 }),
    wrong: { limit: 'ten' },
    unknown: { type: 'closed' },
  },
  { path: 'get-count-tasks', good: () => ({ type: 'older' }), wrong: null, unknown: { type: 'all' } },
  {
    path: 'start-task',
    writes: true,
    good: ({ task: guid }) => ({ guid }),
    wrong: { guid: 1 },
    ...byGuid,
  },
  {
    path: 'end-task',
    writes: true,
    good: ({ running: guid }) => ({ guid, description: 'Búið', file: new File([GIF], 'mynd.gif') }),
    ...byGuid,
    wrong: { file: 'mynd.gif' },
  },
  {
    path: 'log-task',
    writes: true,
    good: ({ task: guid }) => ({ guid, ...day, description: 'Fundur' }),
    ...byGuid,
    required: ['guid', 'date', 'h', 'p'],
    wrong: { date: '31.2.2026' },
  },
  {
    path: 'edit-log-task',
    writes: true,
    good: ({ log: guid }) => ({ guid, ...day, description: 'Langur fundur' }),
    ...byGuid,
    wrong: { h: 'noon' },
  },
  {
    path: 'task-log-delete',
    writes: true,
    good: ({ log: guid }) => ({ guid }),
    wrong: { guid: 'a' },
    ...byGuid,
  },
  {
    path: 'deactivate-task',
    writes: true,
    good: ({ task: guid }) => ({ guid }),
    wrong: { guid: 'a' },
    ...byGuid,
  },
];

/** Creates a task, one with a running timer, and a log of a third task. */
export async function openTasks(
  seller: Client,
  customer: string,
): Promise<Pick<Books, 'task' | 'running' | 'log'>> {
  const createTask = () =>
    seller.ok('create-task', { data: { customer_guid: customer, name: 'Verk', item: workItem } });
  const [task, running, logged] = [await createTask(), await createTask(), await createTask()];
  await seller.ok('start-task', { guid: running });
  await seller.ok('log-task', { guid: logged, ...day });
  const { logs } = await seller.ok('get-task', { guid: logged });
  return { task, running, log: logs[0].guid };
}
