import assert from 'node:assert/strict';
import { runJobsWithoutFailure } from './jobs.ts';
import { pressPayButton } from './payments.ts';
import type { TestService } from './service.ts';

/** What a payer of a claim pays at the bank, in hundredths. */
export interface ClaimPart {
  on: string;
  principal: number;
  interest: number;
  charge: number;
  fee: number;
  /** What the bank holds back for the state. */
  tax: number;
  /** What the bank has added to the claim since the part before. */
  added: { interest: number; charge: number };
  isLast: boolean;
}

/** An installation, and the bank and the card provider that it talks to. */
export interface Installation {
  /** Is told before it will call a service, which may fail. */
  expect(service: 'bank' | 'card provider'): Promise<void>;
  /** Waits for the other companies of the installation to come to the same step. */
  meet(): Promise<void>;
  /** Calls the operator API. */
  operate(method: string, path: string, body: object): Promise<unknown>;
  /** Runs all that is due. */
  runJobs(): Promise<void>;
  payClaim(claimId: string, part: ClaimPart): Promise<void>;
  /** Opens the checkout of a payment link on this day. */
  openCheckout(link: string, on: string): Promise<string>;
  /** Pays at a checkout, of which the provider keeps a fee, in hundredths. */
  payCheckout(checkout: string, payment: { on: string; kept: number }): Promise<void>;
  refund(checkout: string, refund: { on: string; amount: number }): Promise<void>;
}

/** A node in this process, with the embedded bank and the test provider of card payments. */
export class SandboxInstallation implements Installation {
  readonly #kvitt: TestService;

  constructor(kvitt: TestService) {
    this.#kvitt = kvitt;
  }

  async expect(): Promise<void> {}

  async meet(): Promise<void> {}

  async operate(method: string, path: string, body: object): Promise<unknown> {
    const answer = await this.#kvitt.operator(method, path, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  }

  async runJobs(): Promise<void> {
    await runJobsWithoutFailure(this.#kvitt);
  }

  async payClaim(claimId: string, { on, added, tax, ...paid }: ClaimPart): Promise<void> {
    await this.operate('POST', `/sandbox/claims/${claimId}/pay`, {
      amount: (paid.principal + paid.interest + paid.charge + paid.fee) / 100,
      date: on,
      default_interest_amount: added.interest / 100,
      default_charge_amount: added.charge / 100,
      capital_gains_tax: tax / 100,
    });
  }

  openCheckout(link: string, on: string): Promise<string> {
    return this.#onDay(on, async () => (await pressPayButton(link)).location);
  }

  payCheckout(checkout: string, { on, kept }: { on: string; kept: number }): Promise<void> {
    return this.#onDay(on, async () => {
      const decision = new URLSearchParams({ decision: 'pay' });
      await fetch(`${this.#kvitt.url}${checkout}`, { method: 'POST', body: decision, redirect: 'manual' });
      await this.#report(checkout, { event: 'fee', amount: kept / 100 });
    });
  }

  refund(checkout: string, { on, amount }: { on: string; amount: number }): Promise<void> {
    return this.#onDay(on, () => this.#report(checkout, { event: 'refund', amount: amount / 100 }));
  }

  async #report(checkout: string, report: object): Promise<void> {
    await this.operate('POST', `/sandbox/payments/${checkout.split('/').at(-1)}/report`, report);
  }

  async #onDay<T>(day: string, act: () => Promise<T>): Promise<T> {
    const clock = this.#kvitt.now;
    this.#kvitt.now = () => new Date(`${day}T12:00:00Z`);
    try {
      return await act();
    } finally {
      this.#kvitt.now = clock;
    }
  }
}
