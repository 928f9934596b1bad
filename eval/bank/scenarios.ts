import type { BankAction } from '../../src/domain/bank/actions.ts';
import type { MatchedCustomer, MatchedLine, OpenDocument } from '../../src/domain/bank/matching/facts.ts';
import { decimal } from '../../src/domain/values/money.ts';
import type { World } from './world.ts';

/** A line, and what it truly is: one of these, as `keyOf` writes actions. */
export interface Case {
  scenario: string;
  line: MatchedLine;
  truth: readonly string[];
}

/** The meaning of actions: what is settled or tied, without amounts that follow from it. */
export function keyOf(actions: readonly BankAction[]): string {
  const parts = actions.map((action): string => {
    if (action.type === 'payment') {
      const invoices = action.allocations?.map(({ invoice_guid }) => invoice_guid).sort();
      return invoices?.length ? `pays ${invoices.join('+')}` : `money of ${action.customer_guid}`;
    }
    if (action.type === 'settled') return `settled ${[...action.payments].sort().join('+')}`;
    if (action.type === 'cost') return `cost ${action.cost_guid}`;
    if (action.type === 'transfer') return `transfer ${action.bank_account_guid}`;
    return action.type === 'other' ? `other ${action.code}` : 'fee';
  });
  return parts.sort().join(', ');
}

const pays = (...invoices: readonly OpenDocument[]) =>
  `pays ${invoices
    .map(({ guid }) => guid)
    .sort()
    .join('+')}`;
const sumOf = (invoices: readonly OpenDocument[]) =>
  invoices.reduce((sum, { remaining }) => sum + remaining.toNumber(), 0);

/** As people write the number of an invoice. */
function naming(world: World, numbers: readonly string[]): string {
  const { chance } = world;
  const list = numbers.join(chance.of([', ', ' og ', '+']));
  return chance.of([
    `Reikningur ${list}`,
    `reikn. nr. ${list}`,
    `rn ${list}`,
    `Greiðsla v. ${list}`,
    `Invoice ${list}`,
    `#${list}`,
  ]);
}

/** One letter is wrong, missing or in the wrong place. */
function mistyped(world: World, text: string): string {
  const at = world.chance.whole(1, text.length - 2);
  const how = world.chance.whole(0, 2);
  if (how === 0) return text.slice(0, at) + text.slice(at + 1);
  if (how === 1) return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
  return `${text.slice(0, at)}x${text.slice(at + 1)}`;
}

const payer = ({ name, kennitala }: MatchedCustomer, share: number, world: World) =>
  world.chance.happens(share) ? { name, kennitala } : { name };

type Scenario = (world: World) => Case[];

const SCENARIOS: Readonly<Record<string, { weight: number; make: Scenario }>> = {
  'number and sum': {
    weight: 24,
    make: (world) => {
      const customer = world.customer();
      const invoice = world.invoice(customer);
      const more = payer(customer, 0.6, world);
      const isReference = world.chance.happens(0.3);
      const text = naming(world, [invoice.number]);
      const named = isReference ? { reference: invoice.number, text: 'Millifærsla' } : { text };
      return [
        { scenario: '', line: world.line(sumOf([invoice]), { ...more, ...named }), truth: [pays(invoice)] },
      ];
    },
  },
  'kennitala and sum': {
    weight: 16,
    make: (world) => {
      const customer = world.customer();
      const invoice = world.invoice(customer);
      if (world.chance.happens(0.5)) world.invoice(customer);
      const { name, kennitala } = customer;
      return [
        {
          scenario: '',
          line: world.line(sumOf([invoice]), { name, kennitala, text: 'Millifært' }),
          truth: [pays(invoice)],
        },
      ];
    },
  },
  'number of another customer': {
    weight: 5,
    make: (world) => {
      const customer = world.customer();
      const invoice = world.invoice(customer);
      const other = world.chance.of(world.documents.filter((one) => one.kennitala !== customer.kennitala));
      const { name, kennitala } = customer;
      const text = naming(world, [other.number]);
      return [
        {
          scenario: '',
          line: world.line(sumOf([invoice]), { name, kennitala, text }),
          truth: [pays(invoice)],
        },
      ];
    },
  },
  'number of another customer, the same sum': {
    weight: 2,
    make: (world) => {
      const customer = world.customer();
      const invoice = world.invoice(customer);
      const other = world.invoice(world.customer(), { remaining: invoice.remaining });
      const more = payer(customer, 0.5, world);
      const line = world.line(sumOf([invoice]), { ...more, text: naming(world, [other.number]) });
      return [{ scenario: '', line, truth: [pays(invoice)] }];
    },
  },
  'mistyped number': {
    weight: 5,
    make: (world) => {
      const customer = world.customer();
      const invoice = world.invoice(customer);
      const { name, kennitala } = customer;
      const text = `Reikningur ${[...invoice.number].reverse().join('')}`;
      return [
        {
          scenario: '',
          line: world.line(sumOf([invoice]), { name, kennitala, text }),
          truth: [pays(invoice)],
        },
      ];
    },
  },
  'several invoices, named': {
    weight: 5,
    make: (world) => {
      const customer = world.customer();
      const invoices = Array.from({ length: world.chance.whole(2, 4) }, () => world.invoice(customer));
      world.invoice(customer);
      const text = naming(
        world,
        invoices.map(({ number }) => number),
      );
      const line = world.line(sumOf(invoices), { ...payer(customer, 0.5, world), text });
      return [{ scenario: '', line, truth: [pays(...invoices)] }];
    },
  },
  'several invoices, not named': {
    weight: 5,
    make: (world) => {
      const customer = world.customer();
      const invoices = Array.from({ length: world.chance.whole(2, 4) }, () => world.invoice(customer));
      if (world.chance.happens(0.5)) world.invoice(customer);
      const { name, kennitala } = customer;
      return [
        {
          scenario: '',
          line: world.line(sumOf(invoices), { name, kennitala, text: 'Uppgjör' }),
          truth: [pays(...invoices)],
        },
      ];
    },
  },
  'part of a named invoice': {
    weight: 5,
    make: (world) => {
      const customer = world.customer();
      const invoice = world.invoice(customer, { remaining: decimal(world.chance.whole(50_000, 300_000)) });
      const amount = Math.round(sumOf([invoice]) * world.chance.of([0.25, 0.5, 0.75]));
      const line = world.line(amount, {
        ...payer(customer, 0.7, world),
        text: `Innborgun á ${naming(world, [invoice.number])}`,
      });
      return [{ scenario: '', line, truth: [pays(invoice)] }];
    },
  },
  'part, by kennitala': {
    weight: 3,
    make: (world) => {
      const customer = { ...world.customer(), kennitala: world.kennitala() };
      const invoice = world.invoice(customer, { remaining: decimal(world.chance.whole(50_000, 300_000)) });
      const { name, kennitala } = customer;
      return [
        {
          scenario: '',
          line: world.line(Math.round(sumOf([invoice]) / 3), { name, kennitala }),
          truth: [pays(invoice)],
        },
      ];
    },
  },
  'name and sum': {
    weight: 8,
    make: (world) => {
      const customer = world.customer();
      const invoice = world.invoice(customer);
      const name = world.chance.happens(0.4) ? mistyped(world, customer.name) : customer.name;
      const shown = world.chance.happens(0.3) ? { text: name } : { name, text: 'Innborgun' };
      return [{ scenario: '', line: world.line(sumOf([invoice]), shown), truth: [pays(invoice)] }];
    },
  },
  'fee kept abroad': {
    weight: 3,
    make: (world) => {
      const customer = world.customer();
      const invoice = world.invoice(customer, { remaining: decimal(world.chance.whole(80_000, 900_000)) });
      const kept = world.chance.whole(500, 2500);
      const line = world.line(sumOf([invoice]) - kept, {
        name: customer.name,
        text: `INVOICE ${invoice.number}`,
      });
      return [{ scenario: '', line, truth: [`fee, ${pays(invoice)}`] }];
    },
  },
  'the same sum twice in a day': {
    weight: 2,
    make: (world) => {
      const customer = world.customer();
      const [first, second] = [world.invoice(customer), world.invoice(customer)];
      const same = { ...second, remaining: first.remaining };
      world.documents.splice(world.documents.indexOf(second), 1, same);
      const { name, kennitala } = customer;
      const line = () => world.line(sumOf([first]), { name, kennitala, text: 'Innborgun' });
      const truth = [pays(first), pays(same)];
      return [
        { scenario: '', line: line(), truth },
        { scenario: '', line: line(), truth },
      ];
    },
  },
  'other currency': {
    weight: 2,
    make: (world) => {
      const customer = world.customer();
      const invoice = world.invoice(customer, {
        currency: 'EUR',
        rate: decimal(145),
        remaining: decimal(world.chance.whole(100, 4000)),
      });
      const amount = Math.round(sumOf([invoice]) * world.chance.whole(142, 148));
      return [
        {
          scenario: '',
          line: world.line(amount, { name: customer.name, text: `Invoice ${invoice.number}` }),
          truth: [pays(invoice)],
        },
      ];
    },
  },
  refund: {
    weight: 3,
    make: (world) => {
      const amount = world.amount();
      const customer = { ...world.customer(), kennitala: world.kennitala(), credit: decimal(amount) };
      world.customers.splice(
        world.customers.findIndex(({ guid }) => guid === customer.guid),
        1,
        customer,
      );
      const { name, kennitala, guid } = customer;
      return [
        {
          scenario: '',
          line: world.line(-amount, { name, kennitala, text: 'Endurgreiðsla' }),
          truth: [`money of ${guid}`],
        },
      ];
    },
  },
  cost: {
    weight: 5,
    make: (world) => {
      const name = `${world.chance.of(['Birgir', 'Heildsala', 'Orka', 'Sími'])} ${world.chance.whole(1, 200)} hf.`;
      const amount = world.amount();
      const cost = {
        guid: world.guid('cost'),
        supplierName: name,
        supplierId: world.kennitala(),
        number: String(world.chance.whole(10_000, 99_999)),
        amount: decimal(amount),
        currency: 'ISK',
        day: '2026-03-02',
        isCreditNote: false,
      };
      world.facts.costs.push(cost);
      const who = world.chance.happens(0.7)
        ? { kennitala: cost.supplierId, name }
        : { name, reference: cost.number };
      return [
        { scenario: '', line: world.line(-amount, { ...who, text: 'Greitt' }), truth: [`cost ${cost.guid}`] },
      ];
    },
  },
  'own transfer': {
    weight: 3,
    make: (world) => {
      const line = world.line(world.chance.of([1, -1]) * world.amount(), {
        account: '0133-15-000002',
        text: 'Millifært',
      });
      return [{ scenario: '', line, truth: ['transfer own-2'] }];
    },
  },
  'payout of claims': {
    weight: 2,
    make: (world) => {
      const day = `2026-03-${world.chance.whole(12, 15)}`;
      const known = world.facts.payments.some((one) => one.day === day);
      if (known) return [];
      const payments = Array.from({ length: world.chance.whole(2, 6) }, () => ({
        guid: world.guid('payment'),
        source: 'claim',
        received: decimal(world.amount()),
        currency: 'ISK',
        day,
        kennitala: world.kennitala(),
        name: 'Greiðandi',
        payout: '',
      }));
      world.facts.payments.push(...payments);
      const total = payments.reduce((sum, { received }) => sum + received.toNumber(), 0);
      const truth = [
        `settled ${payments
          .map(({ guid }) => guid)
          .sort()
          .join('+')}`,
      ];
      return [{ scenario: '', line: world.line(total, { text: 'Innheimtukröfur' }), truth }];
    },
  },
  'recorded already': {
    weight: 2,
    make: (world) => {
      const { name, kennitala } = world.customer();
      const amount = world.amount();
      const payment = {
        guid: world.guid('payment'),
        source: 'manual',
        received: decimal(amount),
        currency: 'ISK',
        day: '2026-03-14',
        kennitala,
        name,
        payout: '',
      };
      world.facts.payments.push(payment);
      return [
        {
          scenario: '',
          line: world.line(amount, { name, kennitala, text: 'Innborgun' }),
          truth: [`settled ${payment.guid}`],
        },
      ];
    },
  },
  'salary, tax and fees': {
    weight: 4,
    make: (world) => {
      const [text, truth] = world.chance.of([
        ['Laun mars', 'other salary'],
        ['Staðgreiðsla launa', 'other tax'],
        ['Virðisaukaskattur', 'other vat'],
        ['Lífeyrissjóður iðgjöld', 'other pension'],
        ['Þjónustugjald', 'fee'],
      ] as const);
      return [{ scenario: '', line: world.line(-world.amount(), { text }), truth: [truth] }];
    },
  },
};

/** Lines of all scenarios in their shares, in one world. */
export function makeCases(world: World, count: number): Case[] {
  const names = Object.entries(SCENARIOS).flatMap(([name, { weight }]) => Array<string>(weight).fill(name));
  const cases: Case[] = [];
  while (cases.length < count) {
    const scenario = world.chance.of(names);
    cases.push(...(SCENARIOS[scenario]?.make(world) ?? []).map((one) => ({ ...one, scenario })));
  }
  return cases;
}
