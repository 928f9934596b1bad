import { normalizeKennitala } from '../../domain/values/kennitala.ts';
import type { RegisteredCompany } from '../../kernel/ports/ports.ts';

/** Of several addresses, the one for mail is what an invoice is sent to. */
const POSTAL = /^póst/i;
/** The longest values that a customer takes. */
const MAX = { name: 200, address: 200, zip: 20, city: 100 } as const;

type Node = Readonly<Record<string, unknown>>;

/** The company of an answer `{kennitala, nafn, heimilisfang: [{gerd, heimilisfang, postnumer, stadur}]}`. */
export function readCompany(answer: unknown, kennitala: string): RegisteredCompany {
  if (!isNode(answer)) throw new Error('its answer is no JSON object');
  if (normalizeKennitala(String(answer.kennitala)) !== kennitala)
    throw new Error('its answer is about another kennitala');
  const name = clean(answer.nafn, MAX.name);
  if (name === '') throw new Error('its answer has no name');
  const addresses = Array.isArray(answer.heimilisfang) ? answer.heimilisfang.filter(isNode) : [];
  const home = addresses.find(({ gerd }) => typeof gerd === 'string' && POSTAL.test(gerd)) ?? addresses[0];
  return {
    kennitala,
    name,
    address: clean(home?.heimilisfang, MAX.address),
    zip: clean(home?.postnumer, MAX.zip),
    city: clean(home?.stadur, MAX.city),
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One line of text, as a field of a customer takes it. */
function clean(value: unknown, max: number): string {
  if (typeof value !== 'string') return '';
  const line = value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, max).join('').trim();
}
