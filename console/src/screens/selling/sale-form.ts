import type { SaleType } from '../../../../src/domain/sales/selling.ts';
import type { Requirable } from '../../../../src/modules/product-sales/schema.ts';
import type { InputOf, ProductSaleDetails } from '../../api/types.ts';
import { saleTypeOf } from './sale-types.tsx';

export interface Question {
  key: number;
  label: string;
  required: boolean;
}

/** The form of a selling page; numbers are in wire format. */
export interface SaleForm {
  type: SaleType;
  name: string;
  amount: string;
  tax: string;
  /** Empty: by where the buyer is. */
  vat_kind: string;
  description: string;
  terms: string;
  event_date: string;
  event_time: string;
  event_place: string;
  requires: Requirable[];
  inventory_control: boolean;
  inventory_count: string;
  /** Empty: unpaid orders are never cancelled. */
  hold_days: string;
  fields: Question[];
}

export const NEW_SALE: SaleForm = {
  type: 'EVENT',
  name: '',
  amount: '',
  tax: 'S',
  vat_kind: '',
  description: '',
  terms: '',
  event_date: '',
  event_time: '',
  event_place: '',
  requires: [],
  inventory_control: false,
  inventory_count: '',
  hold_days: '',
  fields: [],
};

export function toSaleForm(sale: ProductSaleDetails): SaleForm {
  return {
    ...NEW_SALE,
    type: saleTypeOf(sale.type),
    name: sale.name,
    amount: String(sale.amount),
    tax: sale.tax,
    vat_kind: sale.vat_kind ?? '',
    description: sale.description,
    terms: sale.terms,
    event_date: sale.event_date ?? '',
    event_time: sale.event_time ?? '',
    event_place: sale.event_place,
    requires: sale.requires,
    inventory_control: sale.inventory_control,
    hold_days: sale.hold_days > 0 ? String(sale.hold_days) : '',
    fields: sale.fields.map((field, key) => ({ key, ...field })),
  };
}

function eventFields({ type, event_date, event_time, event_place }: SaleForm) {
  return type === 'EVENT' ? { event_date, event_time, event_place } : {};
}

function kindField({ tax, vat_kind }: SaleForm) {
  return vat_kind && tax === 'Z' ? { vat_kind } : {};
}

function questionFields({ fields }: SaleForm) {
  return fields.filter(({ label }) => label.trim()).map(({ label, required }) => ({ label, required }));
}

export function createInput(sale: SaleForm): InputOf<'create-product-sale'> {
  const { type, name, tax, description, terms, requires, inventory_control, inventory_count } = sale;
  return {
    type,
    name,
    tax,
    ...kindField(sale),
    description,
    terms,
    requires,
    fields: questionFields(sale),
    ...eventFields(sale),
    hold_days: sale.hold_days.trim() || 0,
    amount: sale.amount,
    inventory_control,
    ...(inventory_control && { inventory_count }),
  } as InputOf<'create-product-sale'>;
}

export function changeInput(sale: SaleForm) {
  const { tax, description, terms, requires, inventory_count } = sale;
  return {
    tax,
    ...kindField(sale),
    description,
    terms,
    requires,
    fields: questionFields(sale),
    ...eventFields(sale),
    hold_days: sale.hold_days.trim() || 0,
    amount: sale.amount,
    ...(inventory_count.trim() && { inventory_add: inventory_count }),
  };
}
