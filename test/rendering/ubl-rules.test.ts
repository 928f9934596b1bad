import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brokenRules, UBL_RULES } from '../support/ubl-rules/all.ts';
import { BROKEN_DOCUMENTS } from '../support/ubl-rules/broken-documents.ts';
import { BROKEN_LINES } from '../support/ubl-rules/broken-lines.ts';
import { BROKEN_TAX } from '../support/ubl-rules/broken-tax.ts';
import { SOUND } from '../support/ubl-rules/sound.ts';
import { treeOf } from './tree.ts';

const MUTATIONS = [...BROKEN_DOCUMENTS, ...BROKEN_LINES, ...BROKEN_TAX];

describe('e-invoice rules', () => {
  for (const [name, xml] of Object.entries(SOUND)) {
    test(`accept a valid document: ${name}`, () => {
      assert.deepEqual(brokenRules(treeOf(xml)), []);
    });
  }

  for (const [what, of, change, broken] of MUTATIONS) {
    test(`detect ${what}`, () => {
      const changed = change(SOUND[of]);
      assert.notEqual(changed, SOUND[of], 'nothing was changed');
      assert.deepEqual(brokenRules(treeOf(changed)).sort(), [...broken].sort());
    });
  }

  test('each have a document that breaks them', () => {
    const found = new Set(MUTATIONS.flatMap(([, , , broken]) => broken));
    assert.deepEqual(
      Object.keys(UBL_RULES).filter((id) => !found.has(id)),
      [],
    );
  });
});
