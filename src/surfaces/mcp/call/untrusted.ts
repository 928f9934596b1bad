import { z } from 'zod';
import { innerSchemaOf, outsideSource } from '../../../kernel/fields/output-fields.ts';

/** Where an answer of a schema has text from outside. */
type Plan =
  | { kind: 'text'; customer: string | null }
  | { kind: 'object'; fields: ReadonlyMap<string, Plan> }
  | { kind: 'each'; plan: Plan }
  | { kind: 'all'; plans: readonly Plan[] };

type Fields = Record<string, unknown>;

/** Any schema, also one within another, of which zod tells no more. */
type Schema = z.core.$ZodType;

const plans = new WeakMap<Schema, Plan | null>();

/** Null where no field of the schema is declared as text from outside. */
function planOf(schema: Schema): Plan | null {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  const plan = makePlan(schema);
  plans.set(schema, plan);
  return plan;
}

function makePlan(schema: Schema): Plan | null {
  const inner = innerSchemaOf(schema);
  if (inner) return planOf(inner);
  const source = outsideSource(schema);
  if (source) return { kind: 'text', customer: source.by === 'customer' ? source.customer : null };
  if (schema instanceof z.core.$ZodObject) return objectPlan(schema._zod.def.shape);
  if (schema instanceof z.core.$ZodArray) return eachPlan(schema._zod.def.element);
  if (schema instanceof z.core.$ZodRecord) return eachPlan(schema._zod.def.valueType);
  if (schema instanceof z.core.$ZodUnion) return allPlan(schema._zod.def.options);
  if (schema instanceof z.core.$ZodIntersection) {
    const { left, right } = schema._zod.def;
    return allPlan([left, right]);
  }
  // What is optional, nullable or has a default.
  const { def } = schema._zod;
  return 'innerType' in def && def.innerType instanceof z.core.$ZodType ? planOf(def.innerType) : null;
}

function eachPlan(schema: Schema): Plan | null {
  const plan = planOf(schema);
  return plan && { kind: 'each', plan };
}

function allPlan(schemas: readonly Schema[]): Plan | null {
  const plans = schemas.map(planOf).filter((plan) => plan !== null);
  return plans.length > 0 ? { kind: 'all', plans } : null;
}

function objectPlan(shape: Readonly<Record<string, Schema>>): Plan | null {
  const fields = new Map<string, Plan>();
  for (const [name, field] of Object.entries(shape)) {
    const plan = planOf(field);
    if (plan) fields.set(name, plan);
  }
  return fields.size > 0 ? { kind: 'object', fields } : null;
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The guids of the customers whose fields are in an answer, if buyers may have typed them. */
export function customersIn(schema: z.ZodType, answer: unknown): string[] {
  const found = new Set<string>();
  const visit = (plan: Plan | null, value: unknown, record: Fields): void => {
    if (plan?.kind === 'text') {
      const guid = plan.customer === null ? '' : String(record[plan.customer]);
      if (GUID.test(guid)) found.add(guid);
    } else if (plan?.kind === 'all') for (const one of plan.plans) visit(one, value, record);
    else if (plan?.kind === 'each' && isRecord(value))
      for (const one of Object.values(value)) visit(plan.plan, one, {});
    else if (plan?.kind === 'object' && isRecord(value))
      for (const [name, one] of plan.fields) visit(one, value[name], value);
  };
  visit(planOf(schema), answer, {});
  return [...found];
}

/**
 * Marks text that came from outside as `{"untrusted": true, "text": …}`, where the schema of the answer declares it.
 * `outside`: the customers whose fields were typed by a buyer.
 */
export function markUntrusted(schema: z.ZodType, answer: unknown, outside: ReadonlySet<string>): unknown {
  const mark = (plan: Plan, value: unknown, record: Fields): unknown => {
    if (plan.kind === 'all') return plan.plans.reduce((marked, one) => mark(one, marked, record), value);
    if (plan.kind === 'text') {
      const isOutside = plan.customer === null || isOutsideCustomer(record[plan.customer], outside);
      return isOutside ? wrapTexts(value) : value;
    }
    if (!isRecord(value)) return value;
    if (plan.kind === 'each') return mapValues(value, (one) => mark(plan.plan, one, {}));
    return mapValues(value, (one, name) => {
      const field = plan.fields.get(name);
      return field ? mark(field, one, value) : one;
    });
  };
  const plan = planOf(schema);
  return plan ? mark(plan, answer, {}) : answer;
}

/** Without the guid of the customer nobody knows whether its name was typed by a buyer. */
function isOutsideCustomer(guid: unknown, outside: ReadonlySet<string>): boolean {
  return guid === undefined || outside.has(String(guid));
}

function wrapTexts(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : { untrusted: true, text: value };
  if (!isRecord(value) || value.untrusted === true) return value;
  return mapValues(value, wrapTexts);
}

function mapValues(value: Fields, change: (one: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one, index) => change(one, String(index)));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one, name)]));
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
