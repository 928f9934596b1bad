import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import type { PersonCaller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { newKey } from '../../../kernel/security/secrets.ts';
import { endSession } from '../../../modules/people/sessions/end-sessions.ts';
import { addDeviceToken } from '../../../modules/people/sessions/known-device.ts';
import {
  findSessionByToken,
  type OpenedSession,
  type Session,
} from '../../../modules/people/sessions/session.ts';
import { keepLanguage } from '../request/language.ts';
import { requestCall } from './caller.ts';
import { textField } from './credentials.ts';

const DEVICE_SECONDS = 365 * 24 * 3600;
const CHALLENGE_SECONDS = 15 * 60;

/**
 * Browser sessions and CSRF protection. Where the service is reached by https, its cookies are bound to this host
 * (`__Host-`) and are never sent over plain http.
 */
export class BrowserSessions {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  async session(request: FastifyRequest): Promise<Session | null> {
    const key = request.cookies[this.#name('')];
    return key ? findSessionByToken(this.#kernel, key) : null;
  }

  /** Starts the session cookie, and restores the language that the person chose before on any machine. */
  signIn(reply: FastifyReply, { key, person, device }: OpenedSession): void {
    if (person.lang) keepLanguage(reply, person.lang);
    if (device !== null) {
      const devices = addDeviceToken(this.devices(reply.request), device);
      reply.setCookie(this.#name('-device'), devices, { ...this.#attributes(), maxAge: DEVICE_SECONDS });
    }
    reply.clearCookie(this.#name('-step'), this.#attributes());
    reply.setCookie(this.#name(''), key, this.#attributes());
    reply.clearCookie(this.#name('-form'), this.#attributes());
  }

  /** The cookie of known devices, unverified. */
  devices(request: FastifyRequest): string {
    return request.cookies[this.#name('-device')] ?? '';
  }

  /** Keeps the sealed challenge of a sign-in that is not complete. */
  keepChallenge(reply: FastifyReply, challenge: string): void {
    reply.setCookie(this.#name('-step'), challenge, { ...this.#attributes(), maxAge: CHALLENGE_SECONDS });
  }

  challenge(request: FastifyRequest): string {
    return request.cookies[this.#name('-step')] ?? '';
  }

  /** Ends the session in the database too, so that a copied cookie stops working. */
  async signOut(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<void> {
    await endSession(this.#kernel, sessionCaller(session, request), session.key);
    reply.clearCookie(this.#name(''), this.#attributes());
  }

  /** The CSRF token of a form, signed with the session key or with a cookie of its own before sign-in. */
  csrfToken(request: FastifyRequest, reply: FastifyReply, session: Session | null): string {
    let secret = session?.key ?? request.cookies[this.#name('-form')];
    if (!secret) {
      secret = newKey();
      reply.setCookie(this.#name('-form'), secret, this.#attributes());
    }
    return this.#kernel.secrets.sign('form', secret);
  }

  checkCsrfToken(request: FastifyRequest, fields: Record<string, unknown>, session: Session | null): void {
    const secret = session?.key ?? request.cookies[this.#name('-form')] ?? '';
    const csrfToken = textField(fields, 'form_key') ?? '';
    if (isCrossSite(request) || secret === '' || !this.#kernel.secrets.isSigned('form', secret, csrfToken))
      fail('form_stale');
  }

  #name(what: string): string {
    return `${this.#secure ? '__Host-' : ''}kvitt${what}`;
  }

  #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#secure } as const;
  }

  get #secure(): boolean {
    return this.#kernel.policy.baseUrl.startsWith('https:');
  }
}

export function sessionCaller({ account, person }: Session, request: FastifyRequest): PersonCaller {
  const { id, role } = person;
  return { by: 'person', via: 'page', person: { id, role }, ...requestCall(request, account) };
}

/** Whether a page of another site caused the request, according to the browser's fetch metadata. */
export function isCrossSite(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] === 'cross-site';
}

/** `sent` if it is a path of this service, else `otherwise`. Prevents an open redirect by the `next` parameter. */
export function ownPath(sent: string | undefined, otherwise: string): string {
  return sent && /^\/(?![/\\])[\x21-\x7e]*$/.test(sent) ? sent : otherwise;
}
