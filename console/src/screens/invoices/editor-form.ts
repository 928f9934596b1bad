import { eachReference, type ReferenceTexts } from '../../../../src/domain/invoices/references.ts';
import type {
  ChosenCustomer,
  FoundItem,
  Invoice,
  Preview,
  Quote,
  RecurringTemplate,
  SalesDocument,
  Task,
} from '../../api/types.ts';
import { differences } from '../../lib/differences.ts';

export type Kind = 'invoice' | 'draft' | 'quote' | 'order' | 'recurring';

/** A line of the form; numbers are in wire format, whatever the language in which they were typed. */
export interface FormLine {
  key: string;
  /** The item of the catalogue; empty on a free line. */
  guid: string;
  /** The line stands on this document only: it has a text and a price of its own and no item. */
  isFree: boolean;
  name: string;
  description: string;
  qty: string;
  uom: string;
  unit_price: string;
  tax: string;
  /** Empty where it is not stated; missing in a draft that an older release kept in the browser. */
  vat_kind?: string;
  discount: string;
  discount_type: boolean;
  /** The task whose time it bills. */
  task_guid: string;
}

export interface Form extends ReferenceTexts {
  customer: { guid: string; name: string } | null;
  lines: FormLine[];
  currency: string;
  exchange_rate: string;
  issue_date: string;
  due_date: string;
  settlement_date: string;
  /** Days from issue, for documents that become an invoice later. */
  due_days: string;
  settlement_days: string;
  delivery_date: string;
  description: string;
  terms: string;
  /** Without terms, not even the company's default ones. */
  no_terms: boolean;
  is_discount: boolean;
  discount_type: boolean;
  discount_value: string;
  payment: 'later' | 'claim' | 'link' | 'paid';
  method_payment: string;
  /** These three belong to a quote. */
  valid_until: string;
  accept_as: 'invoice' | 'draft';
  remind: boolean;
  /** Uploaded files; missing in a draft that an older release kept in the browser. */
  files?: { id: string; name: string; size: number }[];
  recurring_name: string;
  recurring_interval: string;
  /** Missing in a draft that an older release kept in the browser. */
  recurring_period?: string;
  recurring_start_date: string;
  recurring_max_invoice: string;
  /** The template has made an invoice: its interval and start day are fixed. */
  hasBegun?: boolean;
}

let lines = 0;

export function emptyLine(): FormLine {
  lines += 1;
  return {
    key: `${Date.now()}-${lines}`,
    guid: '',
    isFree: false,
    name: '',
    description: '',
    qty: '1',
    uom: 'C62',
    unit_price: '',
    tax: 'S',
    vat_kind: '',
    discount: '',
    discount_type: true,
    task_guid: '',
  };
}

export const EMPTY_FORM: Form = {
  customer: null,
  lines: [],
  currency: 'ISK',
  exchange_rate: '',
  issue_date: '',
  due_date: '',
  settlement_date: '',
  due_days: '',
  settlement_days: '',
  delivery_date: '',
  description: '',
  ...eachReference(() => ''),
  terms: '',
  no_terms: false,
  is_discount: false,
  discount_type: true,
  discount_value: '',
  payment: 'later',
  method_payment: '9',
  valid_until: '',
  accept_as: 'invoice',
  remind: false,
  recurring_name: '',
  recurring_interval: 'monthly',
  recurring_start_date: '',
  recurring_max_invoice: '',
};

export function withItem(item: FoundItem, before: FormLine): FormLine {
  return {
    ...before,
    guid: item.guid,
    isFree: false,
    name: item.description,
    description: item.description,
    uom: item.uom,
    tax: item.tax,
    vat_kind: item.vat_kind ?? '',
    unit_price: String(item.unit_price),
  };
}

/** A free line with the price of the item that was chosen before, if there was one. */
export function withFreeText(description: string, before: FormLine): FormLine {
  return { ...before, guid: '', isFree: true, task_guid: '', name: '', description };
}

/** A line without an item or a text of its own is not complete yet, so it is in no request. */
export function isRequested({ guid, isFree, description }: FormLine): boolean {
  return guid !== '' || (isFree && description.trim() !== '');
}

/**
 * The problems of a form. A line without price and item is refused because it has no item; a person who has chosen a
 * free line is asked for the price.
 */
export function toFormProblems(
  problems: Preview['problems'],
  lines: readonly FormLine[],
): Preview['problems'] {
  const requested = lines.filter(isRequested);
  return problems.map((problem) => {
    const [path = ''] = problem.details;
    const index = /^items\[(\d+)\]$/.exec(path)?.[1];
    const lacksPrice = index !== undefined && requested[Number(index)]?.isFree;
    if (!lacksPrice || problem.reasons[0]?.code !== 'item') return problem;
    return { ...problem, code: 'field_required', details: [`${path}.unit_price`], reasons: [] };
  });
}

export function withCustomer(form: Form, customer: ChosenCustomer): Form {
  const untouched = { due_date: '', settlement_date: '' };
  return {
    ...form,
    ...untouched,
    customer: { guid: customer.guid, name: customer.name },
    currency: customer.currency,
  };
}

/** A document that can still be changed, as its editor reads it. */
export type EditedDocument = SalesDocument | Quote | RecurringTemplate;

/** A form with the contents of an invoice, order, draft or quote. */
export function toForm(source: Invoice | EditedDocument): Form {
  const figure = (value: number) => (value === 0 ? '' : String(value));
  const days = (value: unknown) => (typeof value === 'number' ? String(value) : '');
  return {
    ...EMPTY_FORM,
    customer: { guid: source.customer.guid, name: source.customer.name },
    currency: source.currency,
    description: source.description,
    ...eachReference((name) => source[name]),
    terms: source.terms,
    // An invoice gets the rate of its own day; a document that becomes one keeps what was written on it.
    ...(!('tab' in source) && { exchange_rate: figure(source.exchange_rate ?? 0) }),
    due_days: days(source.due_date),
    settlement_days: days(source.settlement_date),
    ...('accept_as' in source && {
      valid_until: source.valid_until ?? '',
      accept_as: source.accept_as === 'draft' ? 'draft' : 'invoice',
      remind: source.remind,
    }),
    ...('recurring_name' in source && {
      recurring_name: source.recurring_name,
      recurring_interval: source.recurring_interval,
      recurring_period: source.recurring_period,
      recurring_start_date: source.recurring_start_date,
      recurring_max_invoice: days(source.recurring_max_invoice),
      hasBegun: source.invoice_count > 0,
    }),
    is_discount: source.is_discount,
    discount_type: source.discount_type,
    discount_value: figure(source.discount_value),
    payment:
      'is_claim' in source && source.is_claim
        ? 'claim'
        : 'is_payment_link' in source && source.is_payment_link
          ? 'link'
          : 'later',
    lines: source.items.map((line) => ({
      ...emptyLine(),
      guid: line.guid ?? '',
      isFree: !line.guid,
      name: line.guid ? line.description : '',
      description: line.description,
      qty: String(line.qty),
      uom: line.uom,
      tax: line.tax,
      vat_kind: line.vat_kind ?? '',
      unit_price: String(line.unit_price),
      discount: figure(line.discount),
      discount_type: line.discount_type,
    })),
  };
}

/** A form with one line for the unbilled time of a task. */
export function taskToForm(task: Task): Form {
  const line: FormLine = {
    ...emptyLine(),
    guid: task.item.guid,
    name: task.item.description,
    description: task.name,
    qty: String(Number(task.unbilled_time.toFixed(3))),
    uom: task.item.uom,
    tax: task.item.tax,
    unit_price: String(task.item.unit_price),
    task_guid: task.guid,
  };
  return { ...EMPTY_FORM, customer: { guid: task.customer.guid, name: task.customer.name }, lines: [line] };
}

const optionalField = (name: string, value: string | number) => (value === '' ? {} : { [name]: value });

/** Omitted terms mean the company's default terms; empty terms mean none. */
export function withDefaultTerms<T extends { terms: string }>({ terms, ...body }: T, { no_terms }: Form) {
  return { ...body, ...(no_terms ? { terms: '' } : optionalField('terms', terms.trim())) };
}

/** The request body of a form. */
export function toRequest(form: Form, kind: Kind) {
  const isLater = kind !== 'invoice';
  const items = form.lines.filter(isRequested).map((line) => ({
    ...optionalField('guid', line.guid),
    ...optionalField('description', line.description),
    qty: line.qty,
    uom: line.uom,
    unit_price: line.unit_price,
    tax: line.tax,
    ...(line.tax === 'Z' && optionalField('vat_kind', line.vat_kind ?? '')),
    ...optionalField('task_guid', line.task_guid),
    ...(line.discount.trim() && { discount: line.discount, discount_type: line.discount_type }),
  }));
  return {
    ...(form.customer && { customer: { guid: form.customer.guid } }),
    currency: form.currency,
    ...optionalField('exchange_rate', form.currency === 'ISK' ? '' : form.exchange_rate),
    ...(isLater
      ? {
          ...optionalField('due_date', form.due_days),
          ...optionalField('settlement_date', form.settlement_days),
        }
      : {
          ...optionalField('issue_date', form.issue_date),
          ...optionalField('due_date', form.due_date),
          ...optionalField('settlement_date', form.settlement_date),
        }),
    ...optionalField('delivery_date', form.delivery_date),
    description: form.description,
    ...eachReference((name) => form[name] ?? ''),
    terms: form.terms,
    items,
    ...(form.files && { files: form.files.map(({ id }) => id).join(',') }),
    is_discount: form.is_discount,
    ...(form.is_discount && {
      discount_type: form.discount_type,
      discount_value: form.discount_value || '0',
    }),
    is_claim: form.payment === 'claim',
    is_payment_link: form.payment === 'link',
    mark_paid: form.payment === 'paid',
    ...(form.payment === 'paid' && { method_payment: form.method_payment }),
    ...(kind === 'quote' && {
      valid_until: form.valid_until,
      accept_as: form.accept_as,
      remind: form.remind,
    }),
    ...(kind === 'recurring' && {
      recurring_name: form.recurring_name,
      recurring_interval: form.recurring_interval,
      ...optionalField('recurring_period', form.recurring_period ?? ''),
      recurring_start_date: form.recurring_start_date,
      ...optionalField('recurring_max_invoice', form.recurring_max_invoice),
    }),
  };
}

/** The input of the preview of an invoice. Due dates that are left empty follow the customer. */
export function toInvoicePreview(form: Form) {
  return { ...toRequest(form, 'invoice'), type: 'invoice', suggest_days: true };
}

/** The input of the preview of another document. Of `saved`, the one that is changed, only what differs is sent, as when it is saved. */
export function toDocumentPreview(form: Form, kind: Kind, saved: { guid: string; form: Form } | null) {
  const request = toRequest(form, kind);
  return saved
    ? { kind, guid: saved.guid, data: differences(toRequest(saved.form, kind), request) }
    : { kind, data: request };
}
