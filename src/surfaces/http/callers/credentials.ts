import type { FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { hasIgnoredBody } from '../request/fields.ts';

/** Name and secret of HTTP Basic, trimmed. Both are empty where the header is missing or cannot be decoded. */
export function basicCredentials(request: FastifyRequest): [name: string, secret: string] {
  const basic = /^Basic\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(basic, 'base64').toString();
  const colon = decoded.indexOf(':');
  return [decoded.slice(0, Math.max(colon, 0)).trim(), decoded.slice(colon + 1).trim()];
}

/** The token of `Authorization: Bearer`, or undefined. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** What follows `Authorization: Bearer`; empty where it is missing. A secret that the operator has chosen may have spaces. */
export function bearerSecret(request: FastifyRequest): string {
  return /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

/** The value of a field that was sent exactly once, as text; undefined otherwise. */
export function textField(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

interface CredentialFields {
  username?: unknown;
  api_key?: unknown;
}

/**
 * Username and api_key, each from its field or else from HTTP Basic. A blank field counts as not sent: clients send the
 * fields of variables that nobody has filled in. Keys are pasted with spaces and line breaks around them.
 */
export function accountCredentials(
  request: FastifyRequest,
  { username, api_key }: CredentialFields,
): { username: string; apiKey: string } {
  const [basicName, basicKey] = basicCredentials(request);
  const name = credentialText(username) || basicName;
  const apiKey = credentialText(api_key) || basicKey;
  if (name === '' || apiKey === '')
    fail('credentials_missing', whatIsMissing(name, apiKey), whereToSend(request));
  // PostgreSQL text cannot contain NUL, so no account has such a name.
  if (name.includes('\0')) fail('invalid_credentials');
  return { username: name, apiKey };
}

function credentialText(field: unknown): string {
  const value = Array.isArray(field) ? field.at(-1) : field;
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function whatIsMissing(username: string, apiKey: string): string {
  if (username !== '') return 'No api_key was';
  return apiKey === '' ? 'No username and api_key were' : 'No username was';
}

function whereToSend(request: FastifyRequest): string {
  return hasIgnoredBody(request)
    ? `in the query, because the body of a ${request.method} is not read`
    : 'as fields';
}
