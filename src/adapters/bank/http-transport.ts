import { readFile } from 'node:fs/promises';
import type { BankTransport } from './bank-client.ts';

interface BankCredentials {
  token: string | undefined;
  /** Read for every call, so that a token can be renewed by replacing the file. */
  tokenFile: string | undefined;
}

/** Sends requests over the network. One set of credentials serves all accounts; each call names the claimant. */
export function httpTransport({ token, tokenFile }: BankCredentials): BankTransport {
  return async (_accountId, request) => {
    const bearer = tokenFile ? (await readFile(tokenFile, 'utf8')).trim() : token;
    if (bearer) request.headers.set('authorization', `Bearer ${bearer}`);
    return fetch(request);
  };
}
