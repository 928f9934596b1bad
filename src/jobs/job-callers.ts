import type { Account } from '../kernel/access/account.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';

export type LoadAccount = (id: number) => Promise<Account | null>;

/** The caller of the writes of a cron task, which the audit log names by the task. */
export function cronCaller(account: Account, task: string, now: Date): JobCaller {
  return { by: 'job', account, via: 'job', ip: '', requestId: task, now };
}

/** The caller of a write that does not complete its job: the job stays for its next attempt or its next write. */
export function withoutJob(caller: JobCaller): JobCaller {
  return { ...caller, job: undefined };
}
