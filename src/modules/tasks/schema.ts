import { z } from 'zod';
import { INVOICE_STATUSES } from '../../domain/invoices/invoice-states.ts';
import { VAT_CODES } from '../../domain/invoices/vat.ts';
import { TASK_STATUSES, TASK_TYPES } from '../../domain/tasks/task-states.ts';
import { UOMS } from '../../domain/values/codes.ts';
import type { Forms } from '../../kernel/fields/forms.ts';
import {
  choice,
  clock,
  flag,
  flexibleDate,
  guid,
  longText,
  number,
  object,
  text,
  upload,
} from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { item, itemPatch, unitPrice } from '../items/schema.ts';

/** The kinds of picture that a log may carry. */
export const IMAGES = ['jpg', 'png', 'gif'];

const MAX_HOURS = '10000';

const { description, uom, tax, unit_price, category } = itemPatch.shape;

const taskItemInput = object({
  guid: guid.optional('An item of the catalogue; left empty, the other fields make a new one'),
  description: description.describe('What the work is; needed for a new item'),
  uom: uom.describe('Unit of measure; HUR (hours) when left out'),
  tax,
  unit_price: unit_price.describe('Price of one hour without VAT; needed for a new item'),
  category,
}).meta({
  id: 'NewTaskItem',
  description: 'What the work is sold as: an item by its guid, or a new one.',
  forms: [
    { id: 'TaskItemByGuid', description: 'An item of the catalogue.', required: ['guid'] },
    {
      id: 'TaskItemByFields',
      description: 'A new item.',
      required: ['description', 'unit_price'],
      without: ['guid'],
    },
  ],
} satisfies Forms & Record<string, unknown>);

const TASK_FORMS: Forms = {
  forms: [
    {
      id: 'TaskByCustomerGuid',
      description: 'For a customer by guid.',
      required: ['name', 'customer_guid'],
    },
    {
      id: 'TaskByCustomerNumber',
      description: 'For a customer by its number or kennitala.',
      required: ['name', 'customer_no'],
      without: ['customer_guid'],
    },
  ],
};

const PROJECT = 'Project that it belongs to';
const projectName = text(200);

export const taskInput = object({
  customer_guid: guid.optional('Whom the work is for; needed unless customer_no is sent'),
  customer_no: text(60).optional('The same by customer number, kennitala or guid'),
  name: text(200)('What it is called'),
  item: taskItemInput.nullish(),
  item_no: text(60).optional('Number of an item of the catalogue, instead of item'),
  project_name: projectName.optional(PROJECT),
}).meta({
  id: 'NewTask',
  ...TASK_FORMS,
  examples: [
    {
      customer_guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
      name: 'Vefur, ný forsíða',
      item: { description: 'Hönnun', uom: 'HUR', tax: 'S', unit_price: 16900, category: '2353' },
    },
  ],
});
export type TaskInput = z.infer<typeof taskInput>;

export const taskPatch = object({
  name: text(200).optional('What it is called'),
  project_name: projectName.optional(`${PROJECT}; empty text takes it out`),
}).meta({ id: 'TaskChanges', examples: [{ project_name: 'Nýbygging' }] });

export const byTask = object({ guid: guid('The task') });
export const byLog = object({ guid: guid('The log entry') });

const note = {
  description: longText(4000).optional('What was done'),
  file: upload.optional(`A picture of it, at most 5 MB: ${IMAGES.join(', ')}`),
};

// Clients send quotients, so any number of decimals is accepted and rounded to three.
const hours = number({ places: 20, min: '0.001', max: MAX_HOURS });

const time = {
  adv: flag.optional('1: the same hours on every day from date to end_date'),
  end_date: flexibleDate
    .optional()
    .meta({ examples: undefined, description: 'Last day; date when left out' }),
  h: clock.optional('From what time of the day: an hour, or HH:MM'),
  p: clock.optional('Until what time: an hour, or HH:MM'),
  qty: hours.optional('Hours (on each day, with adv); then h and p are not needed'),
};

const EXAMPLE = { date: '2026-03-02', h: '09:00', p: '11:30', description: 'Fundur' };
const example = { guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90', ...EXAMPLE };

export const logInput = byTask
  .extend({ date: flexibleDate('Day, as YYYY-MM-DD or DD.MM.YYYY'), ...time, ...note })
  .meta({ examples: [example] });
export type LogInput = z.infer<typeof logInput>;

/** The agent API's log-task: the day defaults to today. */
export const workInput = logInput
  .extend({ date: flexibleDate.optional('Day; today when left out') })
  .meta({ examples: [{ guid: example.guid, qty: 2.5 }] });

export type WorkInput = z.infer<typeof workInput>;

export const logPatch = byLog
  .extend({ date: flexibleDate.optional('Day, as YYYY-MM-DD or DD.MM.YYYY'), ...time, ...note })
  .meta({ examples: [example] });
export type LogPatch = z.infer<typeof logPatch>;

export const endInput = byTask
  .extend({
    ...note,
    adv: flag.optional('1: log the hours that are sent instead of those of the timer'),
    date: flexibleDate.optional('With adv: first day; today when left out'),
    end_date: flexibleDate.optional('With adv: last day; date when left out'),
    h: hours.optional('With adv: hours on each day'),
    p: unitPrice.optional('Price of an hour of this entry, where it differs from that of the item'),
  })
  .meta({ examples: [{ guid: example.guid, description: 'Fundur' }] });
export type EndInput = z.infer<typeof endInput>;

export const typeFilter = {
  type: choice(TASK_TYPES).optional(
    'open: in progress; invoice: with unbilled time and no running timer; older: closed or invoiced. open when left out',
  ),
};

const taskLog = component('TaskLog', {
  guid: out.guid('Identifies the log entry'),
  manual: out.flag('Whether it was entered by hand, not counted by the timer', true),
  creation_date: out.time('When it was made'),
  quantity: out.number('Hours in all', 2.5),
  description: out.own('What was done', 'Fundur'),
  advanced: out.flag('Whether it has the same hours on every day of a range'),
  count_of_workers: out.integer('Number of people who logged time', 1),
  hours_worked_per_day: out.integer('Hours on each day of the range, to the full hour; 0 without a range'),
  hours_per_day: out.number('The same with its decimals'),
  from_date: out.date('First day'),
  to_date: out.date('Last day'),
  image: out.own('Address of the picture; empty when there is none'),
  unit_price: out
    .number("Price of an hour, where the entry has one of its own; else the item's counts")
    .nullable(),
  invoiced: out.flag('Whether it is on an invoice'),
});
export type TaskLog = z.infer<typeof taskLog>;

const taskItem = component(
  'TaskItem',
  {
    guid: item.shape.guid,
    item_number: item.shape.item_number,
    description: out.own('What the work is', 'Hönnun'),
    uom: out.code(UOMS, 'Unit of measure').meta({ examples: ['HUR'] }),
    tax: out.code(VAT_CODES, 'VAT code: S 24 %, AA 11 %, Z none'),
    unit_price: out.number('Price of one unit without VAT', 16900),
    category: item.shape.category,
  },
  'What the work is sold as.',
);

const taskCustomer = component(
  'TaskCustomer',
  {
    guid: out.guid('Identifies the profile'),
    customer_number: out.own('Your own number for the customer'),
    name: out.ofCustomer('guid', 'Name', 'Jón Jónsson'),
    address: out.ofCustomer('guid', 'Street and house number', 'Hafnarbraut 30'),
    zip: out.ofCustomer('guid', 'Postal code', '780'),
    city: out.ofCustomer('guid', 'Town', 'Höfn'),
    registration_no: out.ofCustomer('guid', 'Kennitala'),
    email: out.ofCustomer('guid', 'E-mail address'),
  },
  'Whom the work is for.',
);

const taskInvoice = component('TaskInvoice', {
  guid: out.guid('Identifies the invoice'),
  number: out.own('Its number', '17'),
  amount: out.number('Total with VAT', 52390),
  status: out.code(INVOICE_STATUSES, 'Its status').meta({ examples: ['Sent'] }),
});

/** A task as both APIs return it. */
export const task = component('Task', {
  guid: out.guid('Identifies the task'),
  number: out.own('Its number, given by the system', '7'),
  name: out.own('What it is called', 'Vefur, ný forsíða'),
  status: out.code(TASK_STATUSES, 'Whether work goes on'),
  item: taskItem,
  customer: taskCustomer,
  start_time: out.own(
    'When the running timer was started, `d.m.Y H:i`; empty when none runs',
    '02.03.2026 09:00',
  ),
  total_time: out.number('Hours logged in all', 2.5),
  unbilled_time: out.number('Hours of them that are on no invoice', 2.5),
  invoices: z.array(taskInvoice).describe('The invoices that bill its time'),
  logs: z.array(taskLog).describe('Time logs, the oldest first'),
  canStart: out.flag('Whether start-task is possible', true),
  canStop: out.flag('Whether end-task is possible'),
  canDeactive: out.flag('Whether deactivate-task is possible', true),
  project_name: out.own(`${PROJECT}, or empty`, 'Nýbygging'),
});
export type Task = z.infer<typeof task>;
