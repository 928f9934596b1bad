import { newKey, type Secrets } from '../../../kernel/security/secrets.ts';

/**
 * A cookie by which a browser proves that somebody has signed in with it as a person before. It gives no access: it only
 * takes the browser out of the limits that strangers can use up. The signature covers the password hash, so that a new
 * password makes all devices unknown without a list of them.
 */
const ID_LENGTH = 22;
const TOKEN = /^[\w-]{54}$/;
/** The people who can share a browser. */
const MAX_TOKENS = 5;

export interface DeviceOwner {
  guid: string;
  passwordHash: string;
}

export function newDeviceToken(secrets: Secrets, owner: DeviceOwner): string {
  const id = newKey().slice(0, ID_LENGTH);
  return `${id}${sign(secrets, owner, id)}`;
}

/** The id of the browser if it is known for this person; null otherwise. */
export function findKnownDevice(secrets: Secrets, cookie: string, owner: DeviceOwner): string | null {
  for (const token of parse(cookie)) {
    const id = token.slice(0, ID_LENGTH);
    if (secrets.isSigned('device', valueFor(owner, id), token.slice(ID_LENGTH))) return id;
  }
  return null;
}

/** The cookie with one more token; the oldest ones are dropped. */
export function addDeviceToken(cookie: string, token: string): string {
  return [token, ...parse(cookie)].slice(0, MAX_TOKENS).join('.');
}

function parse(cookie: string): string[] {
  return cookie
    .split('.')
    .slice(0, MAX_TOKENS)
    .filter((token) => TOKEN.test(token));
}

function sign(secrets: Secrets, owner: DeviceOwner, id: string): string {
  return secrets.sign('device', valueFor(owner, id));
}

function valueFor({ guid, passwordHash }: DeviceOwner, id: string): string {
  return `${guid}\0${id}\0${passwordHash}`;
}
