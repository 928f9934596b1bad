import { OPERATOR_TOKEN } from '../databases.ts';
import { recordOf } from '../endpoints/all.ts';
import { PDF } from '../endpoints/costs.ts';
import { JPG, PNG } from '../images.ts';
import { CALLBACK, PASSWORD } from '../person.ts';
import { basicAuth } from '../requests.ts';
import { hugeBody } from './huge-bodies.ts';
import { toRpcMessage } from './mcp-targets.ts';
import type { Random } from './random.ts';
import { findSeeds } from './seeds.ts';
import type { RpcCall, Target } from './targets.ts';
import { hostileText, mutate, type ValueSource, validFields } from './values.ts';
import type { Victim, World } from './world.ts';

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Whether the request carries the operator token, which may read every account. */
  isOperator: boolean;
  /** Whether it carries credentials of the world, so that 401 means that the world has lost them. */
  isSignedIn: boolean;
  rpc?: RpcCall;
}

/** How much of a schema a request uses: only what it must, or most of it, with values at the bounds among them. */
const COMPLETENESS = [
  { optionalShare: 0, boundaryShare: 0 },
  { optionalShare: 0.3, boundaryShare: 0 },
  { optionalShare: 0.6, boundaryShare: 0.08 },
];
/** The share of requests that begin as a call that is known to succeed, where one is. */
const SEED_SHARE = 0.5;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'image/png',
  'application/json, text/html',
  '\u00e9',
];

/** Builds the request of this number: a valid one, or one that is broken in one or several places. */
export function buildRequest(target: Target, random: Random, world: World, victim: Victim): FuzzRequest {
  const books = target.surface === 'console' ? world.browserBooks : world.books;
  const guid: ValueSource['guid'] = (source) => {
    if (source.chance(0.15)) return source.pick(victim.guids);
    if (source.chance(0.1)) return source.pick(Object.values(books));
    return books[recordOf(target.path.replaceAll(/\/:\w+/g, ''))];
  };
  const seed = random.chance(SEED_SHARE) ? random.pick(findSeeds(target, books)) : undefined;
  const path = seed?.path ?? fillPath(target, random, world, guid);
  let fields = {
    ...(seed?.fields ??
      validFields(target.fields, random, { guid, ...random.pick(COMPLETENESS) }, target.required)),
    ...worldFields({ ...target, path }, world, random),
  };
  const mutations = random.pick(seed ? [0, 0, 1, 1, 2] : [0, 0, 1, 1, 2, 4]);
  for (let n = 0; n < mutations; n++) fields = mutate(fields, random) as typeof fields;
  if (typeof fields !== 'object' || fields === null) fields = { data: fields };
  // A day in the far future would run the schedules of thousands of years.
  if (target.path === '/operator/jobs/run') fields = { today: '2026-03-17' };
  if (target.rpc) return buildRpcRequest(target.rpc, fields, random, world);
  const method = random.chance(0.93) ? (seed?.method ?? random.pick(target.methods)) : random.pick(METHODS);
  const credentials = pickCredentials(target, random, world);
  const query = method === 'GET' || method === 'DELETE' || random.chance(0.05) ? toQuery(fields, random) : '';
  const { type, body } =
    method === 'GET' || method === 'HEAD' ? noBody(random) : encodeBody(target, fields, random);
  const headers: Record<string, string> = { ...credentials.headers, ...(type && { 'content-type': type }) };
  if (random.chance(0.03)) headers['idempotency-key'] = random.pick(['same-key', 'x'.repeat(300), 'a b']);
  if (random.chance(0.02)) headers['accept-language'] = random.pick(['is', '*', 'x'.repeat(900), ';q=;q=']);
  if (random.chance(0.02)) headers['content-encoding'] = random.pick(['gzip', 'br', 'identity']);
  if (random.chance(0.02)) headers['x-forwarded-for'] = random.pick(['1.2.3.4', '::1', 'x', '1,2,3']);
  if (random.chance(0.02)) headers.origin = 'https://evil.example';
  const { isOperator, isSignedIn } = credentials;
  return { method, path: path + query, headers, body, isOperator, isSignedIn };
}

function buildRpcRequest(
  rpc: RpcCall,
  fields: Record<string, unknown>,
  random: Random,
  world: World,
): FuzzRequest {
  const { headers, message } = toRpcMessage(rpc, fields, random);
  const isSignedIn = random.chance(0.97);
  const authorization = isSignedIn ? `Bearer ${world.token}` : brokenAuthorization(random, world);
  const body = breakBytes(Buffer.from(JSON.stringify(message)), random, 0.02);
  return {
    method: 'POST',
    path: '/mcp',
    headers: { ...headers, authorization, 'content-type': 'application/json' },
    body,
    isOperator: false,
    isSignedIn,
    rpc,
  };
}

/** Fields that only the world knows, so that some requests get past the first checks. */
function worldFields({ surface, path }: Target, world: World, random: Random): Record<string, unknown> {
  if (surface === 'console') return random.chance(0.06) ? { current_password: PASSWORD } : {};
  if (surface === 'operator') return { account: world.seller.username };
  if (surface === 'page') return random.chance(0.8) ? (world.forms.get(path) ?? {}) : {};
  if (surface !== 'oauth' || random.chance(0.3)) return {};
  if (path.endsWith('/authorize'))
    return { client_id: world.browserClient, redirect_uri: CALLBACK, response_type: 'code', scope: 'nav' };
  const { client_id, client_secret, refresh_token } = world.client;
  const grant = random.pick(['authorization_code', 'refresh_token', 'password']);
  // The right refresh token would be spent, and its second use would revoke the token of the world.
  const refresh = random.chance(0.01) ? refresh_token : `${refresh_token}x`;
  const redirect_uri = random.pick([CALLBACK, 'https://evil.example/']);
  return { client_id, client_secret, grant_type: grant, refresh_token: refresh, redirect_uri, scope: 'nav' };
}

function fillPath(
  { path, surface }: Target,
  random: Random,
  world: World,
  guid: ValueSource['guid'],
): string {
  const [, page, below = ''] = /^(\/[\w-]+\/):\w+(?:\/:token)?(\/\w+)?$/.exec(path) ?? [];
  const known = page ? world.addresses.filter((address) => address.startsWith(page)) : [];
  if (known.length > 0 && random.chance(0.7)) return random.pick(known) + below;
  return path.replaceAll(/:(\w+)|\*/g, (_all, name = '') => {
    if (random.chance(0.12)) return encodeURIComponent(hostileText(random).toWellFormed()).slice(0, 3000);
    if (name === 'username') return random.chance(0.9) ? world.spare : 'nobody';
    if (name === 'currency') return random.pick(['EUR', 'USD', 'isk']);
    if (name === 'date') return '2026-03-02';
    if (name === 'client_id' || name === 'agent_id') return random.pick([world.spareClient, 'nobody']);
    if (surface === 'agent' && random.chance(0.2)) return String(random.below(2000));
    return guid(random);
  });
}

function pickCredentials(
  { surface, path }: Target,
  random: Random,
  world: World,
): Pick<FuzzRequest, 'headers' | 'isOperator' | 'isSignedIn'> {
  const none = { headers: {}, isOperator: false, isSignedIn: false };
  const signedIn = { ...none, isSignedIn: true };
  const roll = random.below(20);
  if (roll === 0) return none;
  if (roll === 1) return { ...none, headers: { authorization: brokenAuthorization(random, world) } };
  if (surface === 'operator')
    return { ...none, headers: { authorization: `Bearer ${OPERATOR_TOKEN}` }, isOperator: true };
  if (surface === 'console' || path.endsWith('/authorize') || path.startsWith('/account')) {
    const { person, csrfToken } = world.browser;
    return {
      ...signedIn,
      headers: { cookie: person.cookieHeader(), 'x-form-key': csrfToken, accept: 'text/html' },
    };
  }
  if (surface === 'page')
    return { ...none, headers: { cookie: world.forms.get('cookie')?.cookie ?? '', accept: 'text/html' } };
  if (surface === 'agent' && random.chance(0.8))
    return { ...signedIn, headers: { authorization: `Bearer ${world.token}` } };
  return surface === 'oauth' ? none : { ...signedIn, headers: basicAuth(world.seller) };
}

function brokenAuthorization(random: Random, world: World): string {
  const { username, apiKey } = world.seller;
  return random.pick([
    'Basic',
    'Basic !!!',
    `Basic ${Buffer.from(username).toString('base64')}`,
    `Basic ${Buffer.from(`${username}:${apiKey.slice(1)}`).toString('base64')}`,
    `Basic ${Buffer.from('a\0b:c\0d').toString('base64')}`,
    `Bearer ${world.token.slice(0, -1)}`,
    'Bearer ',
    `Bearer ${'x'.repeat(5000)}`,
    'Digest a=b',
  ]);
}

function toQuery(fields: Record<string, unknown>, random: Random): string {
  const text = toForm(fields, random).slice(0, 6000);
  return text ? `?${text}` : '';
}

function toForm(fields: Record<string, unknown>, random: Random): string {
  const pairs = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`;
  });
  if (pairs.length > 0 && random.chance(0.05)) pairs.push(random.pick(pairs));
  if (random.chance(0.03))
    pairs.push(random.pick(['%', '%ff%fe=1', 'a[b][c][d]=1', 'a[]=1&a[0]=2', '=', '__proto__[x]=1']));
  return pairs.join('&');
}

function noBody(random: Random): { type: string | undefined; body: Buffer | undefined } {
  if (random.chance(0.98)) return { type: undefined, body: undefined };
  return { type: 'application/json', body: Buffer.from('{"a":1}') };
}

function encodeBody(
  target: Target,
  fields: Record<string, unknown>,
  random: Random,
): { type: string; body: Buffer } {
  if (random.chance(1 / 1500)) return hugeBody(random);
  const upload = Object.entries(target.fields).find(([, { format }]) => format === 'binary')?.[0];
  if (upload !== undefined && random.chance(0.85)) return multipart(fields, random, upload);
  const roll = random.below(20);
  if (roll < 9)
    return { type: 'application/json', body: breakBytes(Buffer.from(JSON.stringify(fields)), random) };
  if (roll < 16) {
    const form = Buffer.from(toForm(fields, random));
    return { type: 'application/x-www-form-urlencoded', body: breakBytes(form, random) };
  }
  if (roll < 19) return multipart(fields, random);
  return { type: random.pick(CONTENT_TYPES), body: Buffer.from(JSON.stringify(fields)) };
}

/** Cuts off or overwrites some bytes of a share of the bodies, which makes invalid JSON and invalid UTF-8. */
function breakBytes(bytes: Buffer, random: Random, share = 0.05): Buffer {
  if (bytes.length === 0 || !random.chance(share)) return bytes;
  if (random.chance(0.4)) return bytes.subarray(0, random.below(bytes.length));
  for (let n = 0; n < 3; n++) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}

const FILES: [name: string, bytes: string | Buffer][] = [
  ['kvittun.pdf', PDF],
  ['mynd.png', PNG],
  ['mynd.jpg', JPG],
  ['\u202Efdp.exe', PDF],
  ['a.csv', 'a;b\r\n1;2'],
  ['x'.repeat(300), PNG],
  ['a.pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF'],
  ['a.png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['../../a\0.txt', 'text'],
  ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
  ['a.xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['', ''],
];

/** `upload`: the field that takes a file; without one, half of the forms have a file that nobody asked for. */
function multipart(
  fields: Record<string, unknown>,
  random: Random,
  upload?: string,
): { type: string; body: Buffer } {
  const part = (name: string, header: string, value: string | Buffer) => [
    Buffer.from(
      `--fuzz\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '_')}"${header}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ];
  const texts = Object.entries(fields)
    .filter(([name]) => name !== upload)
    .flatMap(([name, value]) =>
      part(name, '', typeof value === 'object' ? JSON.stringify(value) : String(value)),
    );
  const [name, bytes] = random.pick(FILES);
  const isSent = random.chance(upload === undefined ? 0.5 : 0.95);
  const file = isSent ? part(upload ?? 'file', `; filename="${name}"`, bytes) : [];
  const end = Buffer.from(random.chance(0.95) ? '--fuzz--\r\n' : '--fuz');
  return {
    type: 'multipart/form-data; boundary=fuzz',
    body: breakBytes(Buffer.concat([...texts, ...file, end]), random, 0.03),
  };
}
