import type { FastifyRequest } from 'fastify';

/** Name and secret of HTTP Basic. Both are empty where the header is missing or cannot be decoded. */
export function basicCredentials(request: FastifyRequest): [name: string, secret: string] {
  const basic = /^Basic\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(basic, 'base64').toString();
  const colon = decoded.indexOf(':');
  return [decoded.slice(0, Math.max(colon, 0)), decoded.slice(colon + 1)];
}

/** The token of `Authorization: Bearer`, or undefined. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** The value of a field that was sent exactly once, as text; undefined otherwise. */
export function textField(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}
