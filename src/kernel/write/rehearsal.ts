import type { ReadContext } from '../operations/context.ts';
import type { Ports } from '../ports/ports.ts';
import { publicToken } from '../security/public-token.ts';

/** Stands for an id, a link or a secret that a dry run has not kept: JSON shows it as null. */
const NOT_KEPT = { toJSON: () => null };

/**
 * The context of a write that is rolled back. It reaches nothing outside of the database, counts against no rate limit,
 * and records the guids that it hands out, because none of them will exist.
 */
export function rehearsalContext(ctx: ReadContext): { ctx: ReadContext; guids: Set<string> } {
  const guids = new Set<string>();
  const newGuid = () => {
    const guid = ctx.newGuid();
    guids.add(guid);
    return guid;
  };
  // Refuses where the limit is reached already; only a real call counts.
  const refuse: typeof ctx.rateLimiter.refuse = (limits) => ctx.rateLimiter.refuse(limits);
  const rateLimiter = { refuse, record: refuse };
  const rehearsing: ReadContext = { ...ctx, newGuid, rateLimiter, isRehearsal: true };
  return { ctx: { ...rehearsing, ports: withoutOutsideCalls(ctx.ports) }, guids };
}

/**
 * Files are worked on by processes of this machine, which keep nothing, so that a dry run refuses a broken picture too.
 * An address is checked by resolving its name, and nothing is sent to it. The register is only read.
 */
function withoutOutsideCalls(ports: Ports): Ports {
  const { documents, receiptReader, modes, outgoing, register } = ports;
  const refuse = (name: string): never => {
    throw new Error(`A dry run called ${name} of a service outside`);
  };
  const closed = new Proxy(
    {} as Ports['bank'] &
      NonNullable<Ports['bankFeed']> &
      Ports['mail'] &
      Ports['einvoice'] &
      Ports['tax'] &
      Ports['payments'],
    {
      get: (_, name) => refuse(String(name)),
    },
  );
  return {
    ...{ documents, receiptReader, modes, register },
    bankFeed: ports.bankFeed && closed,
    ...{ bank: closed, mail: closed, einvoice: closed, tax: closed, payments: closed },
    ...{ rates: null, einvoiceInbox: null },
    outgoing: { findProblem: (url) => outgoing.findProblem(url), send: () => refuse('send') },
  };
}

/** Replaces the secrets of an answer, none of which was stored. */
export function dropSecrets<S extends object>(secret: S | undefined): S | undefined {
  if (!secret) return undefined;
  return Object.fromEntries(Object.keys(secret).map((name) => [name, NOT_KEPT])) as S;
}

/**
 * Replaces the guids that a rehearsal has handed out, links that contain one, and the internal id of each record whose
 * guid is one of them.
 */
export function dropIds<T>(output: T, guids: ReadonlySet<string>, accountId: number): T {
  if (guids.size === 0) return output;
  const marks = [...guids].flatMap((guid) => [guid, publicToken({ accountId, guid })]);
  const shortest = Math.min(...marks.map(({ length }) => length));
  const hasMark = (text: string) =>
    guids.has(text) || (text.length >= shortest && marks.some((mark) => text.includes(mark)));
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return hasMark(value) ? NOT_KEPT : value;
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null || value instanceof Buffer || value instanceof Date)
      return value;
    const isNew = 'guid' in value && guids.has(String(value.guid));
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, isNew && name === 'id' ? NOT_KEPT : visit(one)]),
    );
  };
  return visit(output) as T;
}
