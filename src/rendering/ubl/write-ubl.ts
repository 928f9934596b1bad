import { type Element, element, writeXml } from '../xml.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** A document of UBL 2.1; `kind` is the name of its root. */
export function writeUbl(kind: string, content: readonly (Element | null)[]): string {
  const root = element(kind, content, {
    xmlns: `${UBL}:${kind}-2`,
    'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
  });
  if (!root) throw new Error('A document is never empty');
  return writeXml(root);
}
