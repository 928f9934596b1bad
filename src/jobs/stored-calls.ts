import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { expireProposal } from '../modules/stored-calls/proposals/end-proposal.ts';
import { findNews, listDeciders } from '../modules/stored-calls/proposals/mail-store.ts';
import { listDue } from '../modules/stored-calls/proposals/proposal-store.ts';
import { proposalUrl } from '../modules/stored-calls/proposals/schema.ts';
import { renderProposalMail } from '../rendering/mail/proposal-mail.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { unlessMailRefused } from './refused-mail.ts';
import { unlessRefused } from './refused-writes.ts';
import { SeparateFailures } from './separate-failures.ts';
import { sendServiceMail } from './service-mail.ts';

const BATCH = 200;

/** Mails a proposal to everybody who may decide. A mailbox that refuses it does not keep the others from theirs. */
export async function sendProposalMail(
  kernel: Kernel,
  { payload: { guid }, caller: { account } }: Job<'send-proposal-mail'>,
): Promise<void> {
  const news = await findNews(kernel.db, account.id, guid);
  if (!news || news.is_announced) return;
  for (const { guid: person, name, email, lang } of await listDeciders(kernel.db, account.id)) {
    const mail = renderProposalMail({
      lang: lang ?? 'is',
      company: account.name,
      program: news.agent_name,
      name,
      effect: news.effect,
      waiting: news.waiting,
      url: proposalUrl(kernel.policy, guid),
    });
    const envelope = { id: `${guid}.${person}`, to: email, lang: lang ?? 'is' };
    await unlessMailRefused(sendServiceMail(kernel, account, mail, envelope));
  }
}

/** Ends proposals that nobody decided about in time, by the clock of the jobs. */
export async function expireProposals(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const failures = new SeparateFailures();
  let expired = 0;
  for (;;) {
    const due = await listDue(kernel.db, now, BATCH);
    let ended = 0;
    for (const { account_id, guid } of due) {
      const account = await loadAccount(account_id);
      if (!account) continue;
      const caller = cronCaller(account, 'expire-proposals', now);
      ended += await failures.run(async () => {
        // Null where somebody has decided meanwhile.
        const expiry = await unlessRefused(runTransaction(kernel, expireProposal, caller, { guid }));
        return expiry === null ? 0 : 1;
      });
    }
    expired += ended;
    if (due.length === BATCH && ended > 0) continue;
    failures.throwFirst();
    return expired;
  }
}
