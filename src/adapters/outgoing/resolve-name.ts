import { Resolver } from 'node:dns/promises';

export type Resolve = (name: string) => Promise<string[]>;

const TRY_MS = 2000;
const TRIES = 2;

/**
 * All addresses of a name; none where it has none or its name server does not answer. Queries are sent without a thread of
 * the process (c-ares): the few threads of `dns.lookup` would let a slow name server of one account hold up the names of all
 * others. `servers` replaces those of the system.
 */
export function nameResolver(servers?: readonly string[]): Resolve {
  return async (name) => {
    // A resolver for each name, because one would keep the servers that the system had at its start.
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
