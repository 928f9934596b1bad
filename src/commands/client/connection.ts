import { Kvitt } from '../../../sdk/src/client.ts';
import { KvittError } from '../../../sdk/src/errors.ts';
import { readClientEnvironment } from '../../config.ts';
import { requestToken, toStored } from './oauth.ts';
import { readToken, type StoredToken, withLock, writeToken } from './token-file.ts';
import { UsageError } from './usage-error.ts';

/** A token that ends this soon is refreshed first. */
const EXPIRY_MARGIN_MS = 30_000;

/** A wrong address fails soon for a person. A program that follows events outlives a restart of the service. */
const SETTINGS = { soon: { connectionRetries: 1 }, patient: {} };

/** A client with the credentials of the environment, or else those of `kvitt login`. */
export function connect(ending: keyof typeof SETTINGS = 'soon'): Kvitt {
  const settings = SETTINGS[ending];
  const { url, username, apiKey, token, tokenFile } = readClientEnvironment();
  const hasCredentials = token !== undefined || (username !== undefined && apiKey !== undefined);
  if (hasCredentials && url === undefined)
    throw new UsageError('Set KVITT_URL to the address of the service, such as https://kvitt.example.');
  if (url !== undefined && token !== undefined) return new Kvitt({ url, token, ...settings });
  if (url !== undefined && username !== undefined && apiKey !== undefined)
    return new Kvitt({ url, username, apiKey, ...settings });
  const stored = readToken(tokenFile);
  if (!stored || (url !== undefined && new URL(url).origin !== stored.url))
    throw new UsageError(
      'Run kvitt login, or set KVITT_URL with KVITT_USERNAME and KVITT_API_KEY or with KVITT_TOKEN.',
    );
  let sent = '';
  const source = async (isExpired: boolean) => {
    sent = await currentToken(tokenFile, stored, isExpired ? sent : '');
    return sent;
  };
  return new Kvitt({ url: stored.url, token: source, ...settings });
}

/** Whether calls are made with a token, on the agent API, and not with the account's own key. */
export function hasToken(): boolean {
  const { url, username, apiKey, token } = readClientEnvironment();
  const hasKey = username !== undefined && apiKey !== undefined;
  return url === undefined || token !== undefined || !hasKey;
}

/** `refused` is a token that the service did not accept. Another command may have refreshed it in the meantime. */
async function currentToken(file: string, known: StoredToken, refused: string): Promise<string> {
  const current = readToken(file) ?? known;
  const isFresh = current.expires_at - Date.now() > EXPIRY_MARGIN_MS;
  if (isFresh && current.access_token !== refused) return current.access_token;
  return withLock(file, () => refresh(file, current));
}

async function refresh(file: string, old: StoredToken): Promise<string> {
  const current = readToken(file) ?? old;
  if (current.access_token !== old.access_token) return current.access_token;
  const { token_endpoint, client_id, refresh_token } = current;
  const answer = await requestToken(token_endpoint, {
    grant_type: 'refresh_token',
    client_id,
    refresh_token,
  }).catch((error: KvittError) => {
    if (error.status !== 400 && error.status !== 401) throw error;
    throw new KvittError('The sign-in has ended; run kvitt login again.', {
      code: error.code,
      status: error.status,
    });
  });
  writeToken(file, toStored(current, answer));
  return answer.access_token;
}
