import type { FastifyInstance } from 'fastify';
import type { EmbeddedBank } from './adapters/bank/embedded.ts';
import { openBank } from './adapters/bank/open-bank.ts';
import type { EmbeddedAccounts, NewSandboxTransaction } from './adapters/bank-feed/embedded.ts';
import type { EmbeddedConsents } from './adapters/bank-feed/embedded-consents.ts';
import { openBankFeed } from './adapters/bank-feed/open-bank-feed.ts';
import { openDocuments } from './adapters/documents.ts';
import { AccessPoint } from './adapters/einvoice/access-point.ts';
import { EmbeddedHub } from './adapters/einvoice/embedded.ts';
import { AccessPointInbox } from './adapters/einvoice/inbox.ts';
import { SandboxMail } from './adapters/mail/sandbox.ts';
import type { SmtpMail } from './adapters/mail/smtp.ts';
import { GuardedFetch } from './adapters/outgoing/guarded-fetch.ts';
import type { EmbeddedPayments } from './adapters/payments/embedded.ts';
import { openPayments } from './adapters/payments/open-payments.ts';
import { PublishedRates } from './adapters/rates/rate-source.ts';
import { readerFor } from './adapters/receipt-reader/reader.ts';
import { HttpCompanyRegister } from './adapters/register/company-register.ts';
import { EmbeddedRegister } from './adapters/register/embedded.ts';
import type { EmbeddedTaxOffice } from './adapters/tax/embedded.ts';
import { openTaxOffice } from './adapters/tax/open-tax-office.ts';
import type { Tracing } from './adapters/tracing/open-tracing.ts';
import { tracedPorts } from './adapters/tracing/traced-ports.ts';
import type { Config } from './config.ts';
import type { HubState } from './domain/invoices/einvoice-states.ts';
import { toPlainDate } from './domain/values/dates.ts';
import { followEinvoice } from './jobs/deliveries.ts';
import { followClaims } from './jobs/follow-claims.ts';
import type { Log } from './kernel/node/log.ts';
import type { Policy } from './kernel/operations/context.ts';
import type { Kernel } from './kernel/operations/kernel.ts';
import type { Ports } from './kernel/ports/ports.ts';
import type { AccountCache } from './modules/accounts/account-cache.ts';
import { fetchAgainFrom, listBankAccounts, listOwnersOfNumber } from './modules/bank/account-store.ts';
import { type TestBank, testBankRoutes } from './surfaces/pages/bank/test-bank-routes.ts';
import { type TestProvider, testCheckoutRoutes } from './surfaces/pages/pay/test-checkout-routes.ts';

/** The adapters of a node: the configured services, and sandboxes for the rest. */
export interface Adapters {
  ports: Ports;
  /** Each is null where a live service is configured. */
  sandboxes: {
    bank: EmbeddedBank | null;
    bankAccounts: { accounts: EmbeddedAccounts; consents: EmbeddedConsents } | null;
    mail: SandboxMail | null;
    hub: EmbeddedHub | null;
    payments: EmbeddedPayments | null;
    tax: EmbeddedTaxOffice | null;
  };
  /** Aborts long-running work, so that the node can stop. */
  abort(): void;
  close(): Promise<void>;
}

interface AdapterDeps extends Pick<Kernel, 'db' | 'clock' | 'newGuid' | 'policy' | 'secrets'> {
  log: Log;
}

export async function openAdapters(config: Config, inside: AdapterDeps): Promise<Adapters> {
  const { db, clock, policy, log } = inside;
  const tracing = await startTracing(config);
  const { bank, embedded } = openBank(config.bank, db);
  // Transactions of an embedded bank have no place beside claims at a real one.
  const accountsOf = (accountId: number) => listBankAccounts(db, accountId);
  const feed =
    config.bank && !config.bankAccounts ? null : openBankFeed(config.bankAccounts, { ...inside, accountsOf });
  const mail = config.smtp ? await openSmtp(config.smtp) : new SandboxMail(db, clock);
  const einvoice = config.einvoice ? new AccessPoint(config.einvoice) : new EmbeddedHub(db);
  const { tax, embedded: testTax } = openTaxOffice(config.tax, db);
  const urlOf = (checkoutId: string) => `${policy.baseUrl}/test-checkout/${checkoutId}`;
  const { payments, embedded: testPayments } = openPayments(config.payments, { ...inside, urlOf });
  const receipts = readerFor({
    ...(config.ai && { ai: config.ai }),
    today: () => toPlainDate(clock()),
    onAiFailure: (error) => log.warn({ reason: String(error) }, 'the AI did not read a receipt'),
  });
  const documents = openDocuments({
    onMailRefused: ({ message }) => log.warn({ reason: message }, 'an incoming mail was not read'),
  });
  const closing = new AbortController();
  const ports: Ports = {
    bank,
    bankFeed: feed?.bankFeed ?? null,
    documents,
    mail,
    einvoice,
    einvoiceInbox: config.einvoiceInbox
      ? new AccessPointInbox({
          ...config.einvoiceInbox,
          onRefused: (refusal) => log.warn(refusal, 'a fetched e-invoice was refused'),
        })
      : null,
    tax,
    payments,
    outgoing: new GuardedFetch({ mayBeLocal: config.allowLocalWebhooks }),
    rates: config.ratesUrl ? new PublishedRates(config.ratesUrl) : null,
    register: config.register
      ? new HttpCompanyRegister({
          ...config.register,
          onFailure: ({ message }) =>
            log.warn({ reason: message }, 'the register of companies did not answer'),
        })
      : new EmbeddedRegister(),
    modes: {
      bank: embedded ? 'test' : 'live',
      mail: mail instanceof SandboxMail ? 'test' : 'live',
      einvoice: einvoice instanceof EmbeddedHub ? 'test' : 'live',
      tax: testTax ? 'test' : 'live',
      register: config.register ? 'live' : 'test',
      payments: testPayments ? 'test' : payments ? 'live' : 'none',
    },
    receiptReader: { read: (file) => receipts.read(file, closing.signal) },
  };
  return {
    ports: tracing ? tracedPorts(ports) : ports,
    sandboxes: {
      bank: embedded,
      bankAccounts: feed?.embedded ?? null,
      mail: mail instanceof SandboxMail ? mail : null,
      hub: einvoice instanceof EmbeddedHub ? einvoice : null,
      payments: testPayments,
      tax: testTax,
    },
    abort: () => closing.abort(),
    async close() {
      receipts.close();
      documents.close();
      await mail.close();
      await tracing?.close();
    },
  };
}

/** The libraries of OpenTelemetry are large, so only a node that has a collector loads them. */
async function startTracing({ tracing }: Config): Promise<Tracing | null> {
  if (!tracing) return null;
  const { openTracing } = await import('./adapters/tracing/open-tracing.ts');
  return openTracing(tracing);
}

/** The library for SMTP is large, so only a node that sends mail loads it. */
async function openSmtp(smtp: NonNullable<Config['smtp']>): Promise<SmtpMail> {
  const adapter = await import('./adapters/mail/smtp.ts');
  return new adapter.SmtpMail(smtp);
}

/** The sandboxes that the operator can inspect and control. */
export function operatorSandboxes(
  { sandboxes: { bank, bankAccounts, mail, hub, tax } }: Adapters,
  kernel: Kernel,
  accounts: AccountCache,
) {
  return {
    mail,
    tax,
    bank: bankAccounts && {
      ownersOf: (number: string) => listOwnersOfNumber(kernel.db, number),
      // Transactions of the operator may lie before the days for which a bank still reports new ones.
      add: async (owner: number, number: string, made: readonly NewSandboxTransaction[]) => {
        await bankAccounts.accounts.add(owner, number, made);
        const [earliest] = made.map(({ booked_on }) => booked_on).sort();
        if (earliest) await fetchAgainFrom(kernel.db, owner, number, earliest);
      },
    },
    claims: bank && {
      list: (accountId: number) => bank.list(accountId),
      pay: bank.pay.bind(bank),
      currencyOf: (claimId: string) => bank.currencyOf(claimId),
      cancel: bank.cancel.bind(bank),
      follow: async () => void (await followClaims(kernel, kernel.clock(), (id) => accounts.byId(id))),
    },
    einvoices: hub && {
      list: (accountId: number) => hub.list(accountId),
      answer: async (guid: string, status: HubState, reason: string) => {
        const document = await hub.answer(guid, status, reason);
        const account = document && (await accounts.byId(document.accountId));
        if (account) await followEinvoice(kernel, account, guid);
        return document !== null;
      },
    },
  };
}

/** Sends a message of the test provider to the webhook as a live provider would, without a network in between. */
async function deliver(
  { body: payload, headers }: { body: string; headers: Record<string, string> },
  { maintCode }: Config,
  app: FastifyInstance,
) {
  const code = maintCode ? `?en4_maint_code=${encodeURIComponent(maintCode)}` : '';
  return app.inject({ method: 'POST', url: `/webhooks/payments${code}`, payload, headers });
}

/** The pages of the embedded payment provider and of the embedded bank. */
export function addTestPages(adapters: Adapters, config: Config, policy: Policy, app: FastifyInstance): void {
  const provider = testProvider(adapters, config, policy, app);
  if (provider) testCheckoutRoutes(app, provider);
  const bank = testBank(adapters, policy);
  if (bank) testBankRoutes(app, bank);
}

function testProvider(
  { sandboxes: { payments } }: Adapters,
  config: Config,
  policy: Policy,
  app: FastifyInstance,
): TestProvider | null {
  if (!payments) return null;
  return {
    find: (checkoutId) => payments.find(checkoutId),
    decide: async (checkoutId, decision) => {
      const message = await payments.decide(checkoutId, decision);
      return message !== null && (await deliver(message, config, app)).statusCode === 200;
    },
    pathOf: (url) => pathWithin(policy, url),
  };
}

/** The path of a URL of this service; the URL itself where it is of another one. */
function pathWithin({ baseUrl }: Policy, url: string): string {
  return url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
}

/** The embedded bank, as its page for consent uses it. */
function testBank({ sandboxes: { bankAccounts } }: Adapters, policy: Policy): TestBank | null {
  if (!bankAccounts) return null;
  const { consents } = bankAccounts;
  return {
    find: (consentId) => consents.find(consentId),
    decide: (consentId, status) => consents.decide(consentId, status),
    pathOf: (url) => pathWithin(policy, url),
  };
}

/** The test provider of card payments, as the operator controls it. */
export function paymentSandbox({ sandboxes: { payments } }: Adapters, config: Config, app: FastifyInstance) {
  if (!payments) return null;
  return {
    list: (accountId: number) => payments.list(accountId),
    report: async (checkoutId: string, event: Parameters<typeof payments.report>[1]) => {
      const message = await payments.report(checkoutId, event);
      if (!message) return null;
      const answer = await deliver(message, config, app);
      return answer.json<{ outcome: string }>().outcome;
    },
  };
}
