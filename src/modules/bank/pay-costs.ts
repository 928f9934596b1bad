import type { BankAction } from '../../domain/bank/actions.ts';
import {
  currencyPlaces,
  type Decimal,
  decimal,
  fixed2,
  isNegative,
  ZERO,
} from '../../domain/values/money.ts';
import type { Sql } from '../../kernel/database/sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { setPaidCte } from '../costs/payable-store.ts';
import { type LockedCost, lockCost } from '../costs/store.ts';
import type { LineRow } from './line-store.ts';
import type { ActionOutput } from './schema.ts';

type Books = Pick<WriteContext, 'tx' | 'account'>;

/** The costs of one booking, each locked once, with what is paid of them so far. */
export class PaidCosts {
  readonly #ctx: Books;
  readonly #costs = new Map<string, { cost: LockedCost; paid: Decimal } | null>();

  constructor(ctx: Books) {
    this.#ctx = ctx;
  }

  /** Pays a cost, and says what of it in its own currency. */
  async pay(line: LineRow, action: Extract<BankAction, { type: 'cost' }>): Promise<BankAction> {
    const found = (await this.#lock(action.cost_guid)) ?? fail('cost_not_found');
    const { cost, paid } = found;
    if (cost.credit_note === isNegative(decimal(line.amount)))
      fail('field_invalid', 'actions', violation('cost_direction'));
    const isSame = cost.currency === line.currency;
    if (isSame && action.cost_amount !== undefined && !decimal(action.cost_amount).eq(action.amount))
      fail('field_invalid', 'cost_amount', violation('cost_amount'));
    const left = cost.amount === null ? null : decimal(cost.amount).minus(paid);
    const settled = isSame
      ? wholeCost(decimal(action.amount), left, cost.currency)
      : decimal(action.cost_amount ?? left ?? ZERO);
    if (left && (settled.gt(left) || !left.gt(0))) fail('cost_exceeded', `${fixed2(left)} ${cost.currency}`);
    found.paid = paid.plus(settled);
    const { cost_amount: _sent, ...plain } = action;
    return settled.eq(action.amount) && isSame ? plain : { ...plain, cost_amount: fixed2(settled) };
  }

  /** Gives back what a booking paid. A cost may have been deleted since. */
  async giveBack({ cost_guid, amount, cost_amount }: ActionOutput): Promise<void> {
    const found = cost_guid === undefined ? null : await this.#lock(cost_guid);
    if (found) found.paid = found.paid.minus(String(cost_amount ?? amount ?? 0));
  }

  /** Each cost by its supplier, the number of its invoice and its day. */
  names(): [guid: string, name: string][] {
    return [...this.#costs].map(([guid, found]) => {
      const { supplier_name = '', invoice_number = '', issue_date = '' } = found?.cost ?? {};
      return [guid, [supplier_name, invoice_number, issue_date].filter(Boolean).join(' · ')];
    });
  }

  /** The step that stores it; none where no cost is paid. */
  ctes(): Sql[] {
    const paid = [...this.#costs.values()].flatMap((one) =>
      one ? [{ id: one.cost.id, paid_amount: fixed2(one.paid) }] : [],
    );
    return paid.length === 0 ? [] : [setPaidCte(this.#ctx.account.id, paid)];
  }

  async #lock(guid: string) {
    const known = this.#costs.get(guid);
    if (known !== undefined) return known;
    const cost = await lockCost(this.#ctx.tx, this.#ctx.account.id, guid);
    const found = cost && { cost, paid: decimal(cost.paid_amount) };
    this.#costs.set(guid, found);
    return found;
  }
}

/** Banks pay whole krónur: what differs from the rest of a cost by less than one is rounding, and settles it. */
function wholeCost(amount: Decimal, left: Decimal | null, currency: string): Decimal {
  const isWhole = currencyPlaces(currency) === 0;
  return isWhole && left?.gt(0) && amount.minus(left).abs().lt(1) ? left : amount;
}
