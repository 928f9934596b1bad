import type { Tree } from '../../rendering/tree.ts';
import { DOCUMENT_RULES } from './document.ts';
import { LINE_RULES } from './lines.ts';
import { outOfOrder } from './order.ts';
import { PARTY_RULES } from './parties.ts';
import { PAYMENT_RULES } from './payment.ts';
import type { Rules } from './rule.ts';
import { SUM_RULES } from './sums.ts';
import { TAX_RULES } from './tax.ts';

/**
 * The rules of EN 16931, of Peppol BIS Billing 3.0 with those of Iceland, and of the UBL schema that can apply to
 * a document of ours, each in our own words under its published number. Where the published ones leave slack that
 * we do not need, these do not.
 */
export const UBL_RULES: Rules = {
  ...DOCUMENT_RULES,
  ...PARTY_RULES,
  ...SUM_RULES,
  ...LINE_RULES,
  ...TAX_RULES,
  ...PAYMENT_RULES,
  'schema order': (root) => outOfOrder(root).length === 0,
};

/** The numbers of the rules that the document breaks. */
export function brokenRules(root: Tree): string[] {
  return Object.entries(UBL_RULES)
    .filter(([, holds]) => !holds(root))
    .map(([id]) => id);
}
