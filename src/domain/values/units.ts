import type { Lang } from './codes.ts';
import { isSingular } from './plural.ts';

/** The name of a unit after a number; two names where the singular differs. */
type UnitName = string | readonly [one: string, other: string];

const UNITS: Readonly<Record<string, Readonly<Record<Lang, UnitName>>>> = {
  C62: { is: 'stk.', en: ['pc', 'pcs'] },
  HUR: { is: 'klst.', en: 'h' },
  DAY: { is: ['dagur', 'dagar'], en: ['day', 'days'] },
  MIN: { is: 'mín.', en: 'min' },
  KGS: { is: 'kg', en: 'kg' },
  MTR: { is: 'm', en: 'm' },
  LTR: { is: 'l', en: 'l' },
  MTK: { is: 'm²', en: 'm²' },
  MTQ: { is: 'm³', en: 'm³' },
  TNE: { is: 't', en: 't' },
  KWH: { is: 'kWst.', en: 'kWh' },
  KTM: { is: 'km', en: 'km' },
};

/** The unit of a quantity as it is written after the number: 1 dagur, 2 dagar. */
export function unitName(uom: string, lang: Lang, quantity: number): string {
  const name = UNITS[uom]?.[lang] ?? uom;
  if (typeof name === 'string') return name;
  return isSingular(quantity, lang) ? name[0] : name[1];
}
