import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { actions as actionsEn } from '../../../src/domain/texts/actions-en.ts';
import { actions as actionsIs } from '../../../src/domain/texts/actions-is.ts';
import { cronTasks, handlers } from '../../../src/jobs/all.ts';
import { operations } from '../../../src/surfaces/console/routes.ts';
import { routes } from '../../../src/surfaces/credential/routes.ts';
import { textOf } from '../../rendering/reading.ts';
import { type Client, invoice } from '../../support/client.ts';
import { onBothDatabases } from '../../support/service.ts';

const ACTIONS: Record<string, Record<string, string>> = { is: actionsIs, en: actionsEn };

onBothDatabases('the description of the system', (kvitt) => {
  let seller: Client;
  before(async () => {
    seller = await kvitt.account();
  });

  /** The words of the file without their spaces, because a cell may be wrapped. */
  async function read(lang: string): Promise<string> {
    const { file } = await seller.ok('get-system-description', { lang });
    return squeeze(await textOf(Buffer.from(file, 'base64')));
  }
  const squeeze = (text: string) => text.replaceAll(/[\s\u00ad-]/g, '');
  const has = (text: string, part: string) => assert.ok(text.includes(squeeze(part)), part);

  for (const lang of ['is', 'en'])
    test(`has every operation that writes, every task and job, and no text is missing (${lang})`, async () => {
      const text = await read(lang);
      const all = [...routes.map(({ operation }) => operation), ...Object.values(operations)];
      const writes = all.filter(({ kind }) => kind === 'write');
      assert.ok(writes.length > 150);
      for (const { name, summary } of writes) {
        has(text, name);
        has(text, ACTIONS[lang]?.[`action.${name}`] ?? summary);
      }
      for (const { name } of cronTasks(async () => null)) has(text, name);
      for (const kind of Object.keys(handlers)) has(text, kind);
      assert.doesNotMatch(text, /undefined|\{n\}|cron\.|job\./);
    });

  test('includes a new operation as soon as it is in the table', async () => {
    const { kernel } = kvitt.service.engine;
    const { system } = kernel;
    const added = {
      name: 'paint-invoice',
      summary: 'Paints an invoice.',
      roles: ['owner'],
      books: true,
    } as const;
    kernel.system = { ...system, writes: [...system.writes, added] };
    const text = await read('en');
    kernel.system = system;
    has(text, 'Paints an invoice. *paint-invoiceOwner');
    assert.ok(!(await read('en')).includes('Paints'));
  });

  test('has the numbers and accounts of the company', async () => {
    await seller.ok('create-invoice', { data: invoice() });
    await seller.ok('update-journal-accounts', {
      data: { accounts: [{ key: 'fee', account: '1081', name: 'Seðilgjöld' }] },
    });
    const text = await read('is');
    has(text, 'Reikningar og kreditreikningar2');
    has(text, '1081Seðilgjöldfee');
    const { error_code } = await seller.expectRefusal('get-system-description', { lang: 'da' });
    assert.equal(error_code, 'field_invalid');
  });
});
