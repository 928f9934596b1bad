import { readFile } from 'node:fs/promises';
import type { SendToBank } from './calls.ts';

interface BankCredentials {
  token: string | undefined;
  /** Read anew for every call, so that whoever renews the token only has to replace the file. */
  tokenFile: string | undefined;
}

/** Over the network. One set of credentials acts for all accounts; the claimant is named in each call. */
export function overHttp({ token, tokenFile }: BankCredentials): SendToBank {
  return async (_accountId, request) => {
    const bearer = tokenFile ? (await readFile(tokenFile, 'utf8')).trim() : token;
    if (bearer) request.headers.set('authorization', `Bearer ${bearer}`);
    return fetch(request);
  };
}
