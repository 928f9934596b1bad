import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { groups, operations } from '../../src/commands/client/reference.ts';
import { csvText } from '../support/bank-files.ts';
import { invoice } from '../support/client.ts';
import { type CommandResult, runCommand, runInProcess } from '../support/client-command.ts';
import { createImage } from '../support/images.ts';
import { done, json, ScriptedServer } from '../support/sdk-server.ts';
import { TestService } from '../support/service.ts';

describe('the commands that call a service', () => {
  const kvitt = new TestService();
  const server = new ScriptedServer();
  const folder = mkdtempSync(join(tmpdir(), 'kvitt-client-'));
  const file = join(folder, 'invoice.json');
  let env: Record<string, string>;
  before(async () => {
    await kvitt.start('postgres');
    await server.start();
    const { url, username, apiKey } = await kvitt.account();
    env = { KVITT_URL: url, KVITT_USERNAME: username, KVITT_API_KEY: apiKey, XDG_CONFIG_HOME: folder };
    writeFileSync(file, JSON.stringify(invoice()));
    writeFileSync(join(folder, 'receipt.png'), await createImage(8, 8, 'png'));
  });
  after(async () => {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
    await kvitt.stop();
  });
  const run = (args: string, input?: string) => runCommand(args.split(' '), env, input);
  const ok = ({ status, stdout, stderr }: CommandResult) => {
    assert.deepEqual([status, stderr], [0, '']);
    return stdout;
  };

  test('create, list and read records, as tables and as JSON', async () => {
    const created = JSON.parse(ok(await run(`invoices create --file ${file} --json`)));
    assert.equal(created.status, true);
    assert.match(
      ok(await run('invoices create --file -', JSON.stringify({ data: invoice() }))),
      /^guid {2}[0-9a-f-]{36}\n$/,
    );
    const [rows, table, one, empty, pdf] = await Promise.all([
      run('invoices list --from 2026-03-01 --json'),
      run('invoices list --from-date 2026-03-01 --limit 1'),
      run(`invoices get ${created.guid} --json`),
      run('invoices list --from 2027-01-01 --json'),
      run(`invoices pdf ${created.guid} --output ${join(folder, 'a.pdf')}`),
    ]);
    assert.deepEqual(
      JSON.parse(ok(rows)).map(({ number }: { number: string }) => number),
      ['2', '1'],
    );
    const lines = ok(table).trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^NUMBER {2}CUSTOMER +STATUS .* AMOUNT {2}.* GUID$/);
    assert.match(lines[1] ?? '', /^2 +Kaupandi ehf\. +Sent +2026-03-02 +2026-03-16 +1240 /);
    assert.equal(lines.length, 2);
    assert.equal(JSON.parse(ok(one)).number, '1');
    assert.deepEqual(JSON.parse(ok(empty)), []);
    assert.match(ok(pdf), /^Saved /);
    assert.match(readFileSync(join(folder, 'a.pdf'), 'latin1'), /^%PDF-/);
  });

  test('call any operation, with fields, data or a file', async () => {
    const [customer, item, cost] = await Promise.all([
      run('call create-customer --name Jón --output_select 4 --tax-exempt --json'),
      runCommand(['call', 'create-item', '--data', '{"description": "Bók"}', '--unit-price', '3490'], env),
      run(`costs create --date 2026-03-02 --file ${join(folder, 'receipt.png')} --json`),
    ]);
    const { guid } = JSON.parse(ok(customer));
    assert.match(ok(item), /^guid /);
    assert.equal(JSON.parse(ok(cost)).queue, false);
    const [changed, count] = await Promise.all([
      run(`customers update ${guid} --city Akureyri`),
      run('call get-count-items'),
    ]);
    ok(changed);
    assert.equal(ok(count), '2\n');
    const { name, city, tax_exempt } = JSON.parse(ok(await run(`call get-customer ${guid} --json`)));
    assert.deepEqual([name, city, tax_exempt], ['Jón', 'Akureyri', true]);
  });

  test('import a bank statement from the file that is named first', async () => {
    const statement = join(folder, 'mars.csv');
    writeFileSync(statement, csvText([{ booked_on: '2026-03-02', amount: 1240, text: 'Innborgun' }]));
    const account = await run('call create-bank-account --name Velta --account-no 0133-26-012345 --json');
    const { guid } = JSON.parse(ok(account)).result;
    const read = JSON.parse(ok(await run(`bank import ${statement} --json`)));
    assert.deepEqual([read.result.lines_new, read.result.mapping.Dags], [1, 'booked_on']);
    assert.equal(read.result.bank_account_guid, guid, 'the only account of the company');
    const lines = JSON.parse(ok(await run('call get-bank-lines --state open --json')));
    assert.equal(lines.length, 1);
    const unknown = await run(`customers create ${statement} --name x`);
    assert.equal(unknown.status, 2);
  });

  test('move a payment and reverse it, and write an invoice off', async () => {
    const issue = async () =>
      JSON.parse(ok(await run('invoices create --file - --json', JSON.stringify(invoice())))).guid;
    const [first, second] = [await issue(), await issue()];
    ok(await run(`invoices mark-paid ${first} --amount 500 --paid-on 2026-03-16`));
    const [payment] = JSON.parse(ok(await run(`payments list --invoice-guid ${first} --json`)));
    const allocations = JSON.stringify([{ invoice_guid: second, amount: 500 }]);
    const moved = ['payments', 'allocate', payment.guid, '--allocations', allocations, '--json'];
    const { result } = JSON.parse(ok(await runCommand(moved, env)));
    assert.deepEqual(
      result.allocations.map(({ invoice_guid, amount, currency }: any) => [invoice_guid, amount, currency]),
      [[second, 500, 'ISK']],
    );
    const reverse = ['payments', 'reverse', payment.guid, '--reason', 'Wrong invoice'];
    const refused = await runCommand(reverse.slice(0, 3), env);
    assert.match(refused.stderr, /reason/);
    const reversed = await runCommand([...reverse, '--reversed-on', '2026-03-17', '--json'], env);
    assert.deepEqual(
      Object.entries(JSON.parse(ok(reversed)).result).filter(([name]) => /^revers/.test(name)),
      [
        ['reversed_on', '2026-03-17'],
        ['reversal_reason', 'Wrong invoice'],
      ],
    );
    ok(await run(`invoices write-off ${second} --reason Bankrupt --written-off-on 2026-03-17`));
    const { remaining, written_off_amount } = JSON.parse(ok(await run(`invoices get ${second} --json`)));
    assert.deepEqual([remaining, written_off_amount], [0, 1240]);
  });

  test('rehearse a write', async () => {
    server.script(
      done(null, { dry_run: true, would: { number: '108', amount: 1240, events: ['invoice.issued'] } }),
    );
    const { status, stdout } = await runCommand(['invoices', 'create', '--file', file, '--dry-run'], {
      ...env,
      KVITT_URL: server.url,
    });
    assert.equal(status, 0);
    assert.match(
      stdout,
      /^Nothing was done\. It would:\nnumber {2}108\namount {2}1240\nevents {2}\["invoice\.issued"\]\n$/,
    );
    assert.equal(server.received[0]?.headers['kvitt-dry-run'], '1');
    assert.deepEqual(JSON.parse(server.received[0]?.body ?? ''), { data: invoice() });
  });

  test('follow events, one on each line, with a token', async () => {
    const event = (id: string, guid = 'g') => ({
      id,
      type: 'invoice.paid',
      at: '2026-03-02T12:00:00.000Z',
      data: { guid },
    });
    server.script(
      done([event('1')], { next: 'c1' }),
      done([], { next: 'c1' }),
      done([event('0', 'other'), event('2')], { next: 'c2' }),
    );
    const { status, stdout } = await runCommand(
      'events --follow --json --after c0 --types invoice.* --guid g --limit 2'.split(' '),
      { KVITT_URL: server.url, KVITT_TOKEN: 'secret', XDG_CONFIG_HOME: folder },
    );
    assert.equal(status, 0);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      [event('1'), event('2')],
    );
    assert.match(
      server.received[0]?.url ?? '',
      /^\/api\/v1\/agent\/events\?after=c0&types=invoice\.\*&wait=25$/,
    );
    assert.equal(server.received[0]?.headers.authorization, 'Bearer secret');
  });

  test('show connected programs, and withdraw a proposal of one', async (t) => {
    const at = { ...env, KVITT_URL: server.url };
    server.script(json({ data: [{ agent_id: 'a1', name: 'My app', frozen: false }], total: 1 }));
    assert.match(ok(await runInProcess(t, ['agents', 'list'], at)), /My app/);
    assert.deepEqual([server.received[0]?.method, server.received[0]?.url], ['GET', '/api/v1/agents']);
    server.script(done({ guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90', state: 'withdrawn' }));
    const withdraw = ['proposals', 'withdraw', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'];
    const program = { KVITT_URL: server.url, KVITT_TOKEN: 'secret', XDG_CONFIG_HOME: folder };
    const withdrawn = await runInProcess(t, withdraw, program);
    assert.match(ok(withdrawn), /state +withdrawn/);
    assert.deepEqual(
      [server.received[0]?.method, server.received[0]?.url],
      ['DELETE', '/api/v1/agent/proposals/0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'],
    );
    const byKey = await runInProcess(t, withdraw, at);
    assert.deepEqual([byKey.status, byKey.stdout], [1, '']);
    assert.match(byKey.stderr, /use the token of a connected program/);
  });

  test('take the numeric id of a record with a token, because the agent API does', async (t) => {
    const program = { KVITT_URL: server.url, KVITT_TOKEN: 'secret', XDG_CONFIG_HOME: folder };
    for (const args of ['invoices get 17', 'call get-invoice --guid 17']) {
      server.script(done({ guid: 'g', number: '3' }));
      assert.match(ok(await runInProcess(t, args.split(' '), program)), /number +3/);
      assert.equal(server.received[0]?.url, '/api/v1/agent/invoices/17');
    }
    server.script(done({}));
    const refused = await runInProcess(t, ['customers', 'get', '17'], program);
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /^"17" is no GUID/);
    assert.deepEqual(server.received, []);
  });

  test('keep their former names', async (t) => {
    const at = { ...env, KVITT_URL: server.url };
    for (const name of ['list', 'get']) {
      server.script(done([{ guid: 'g', url: 'https://shop.example/hook' }]));
      assert.match(ok(await runInProcess(t, ['webhooks', name], at)), /shop\.example/);
      assert.equal(server.received[0]?.url, '/api/v1/get-webhooks');
    }
    assert.match(ok(await runInProcess(t, ['webhooks', 'get', '--help'], at)), /^Usage: kvitt webhooks list/);
  });

  test('do not let text from outside control the terminal', async () => {
    server.script(done([{ guid: 'g', number: '1', customer: { name: 'A\u001b[31m\u202eB' } }]));
    const { stdout } = await runCommand(['invoices', 'list'], { ...env, KVITT_URL: server.url });
    assert.match(stdout, /\n1 +A \[31m B +g\n$/);
  });

  test('end with 1 where the service refuses or cannot be reached, in one sentence', async () => {
    server.script(json({ status: false, message: 'Send less', error_code: 'too_large' }, 413));
    const [unknown, refused, unreachable] = await Promise.all([
      run('customers get 0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
      runCommand(['invoices', 'create', '--file', file], { ...env, KVITT_URL: server.url }),
      runCommand(['connection', 'hello'], { ...env, KVITT_URL: 'http://127.0.0.1:1/' }),
    ]);
    assert.deepEqual([unknown.status, refused.status, unreachable.status], [1, 1, 1]);
    assert.match(unknown.stderr, /^No customer found \(customer_not_found, request [0-9a-f-]{36}\)\n$/);
    assert.equal(refused.stderr, 'Send less (too_large)\n');
    assert.match(
      unreachable.stderr,
      /^The service at http:\/\/127\.0\.0\.1:1 could not be reached .* Check the address/,
    );
  });

  test('try a service that drops the connection twice, and say then that it cannot be reached', async () => {
    let connections = 0;
    const dropping = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => dropping.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(dropping.address() as AddressInfo).port}/`;
    const { status, stderr } = await runCommand(['connection', 'hello'], { ...env, KVITT_URL: url });
    dropping.close();
    assert.deepEqual([status, connections], [1, 2]);
    assert.match(stderr, /^The service at .* could not be reached .*\n$/);
  });

  test('end with 2 where the command is typed wrongly, and say what to type', async (t) => {
    const wrong: [args: string[], message: RegExp, env?: Record<string, string>][] = [
      [
        ['invoices', 'list', '--form', '2026'],
        /^Unknown option '--form'\. See kvitt invoices list --help\.\n$/,
      ],
      [['invoices', 'show'], /^There is no command "show"; kvitt invoices has list, .*\n$/],
      [
        ['call', 'get-invoice-list'],
        /^There is no operation "get-invoice-list"; there are get-invoices, .*\n$/,
      ],
      [['invoices', 'create', '--data', '{'], /^--data must be JSON/],
      [
        ['invoices', 'create', '--file', join(folder, 'none.json')],
        /none\.json cannot be read: there is no such file\./,
      ],
      [['invoices', 'list', '--dry-run'], /^--dry-run is for commands that write/],
      [['items', 'list', 'x'], /^kvitt items list does not take "x"/],
      [['completion', 'tcsh'], /^Name the shell/],
      [['invoices', 'get'], /^Add the GUID: kvitt invoices get 0198c0de-/],
      [['invoices', 'get', '17'], /^"17" is no GUID, such as 0198c0de-/],
      [['customers', 'list-by-kennitala'], /^--kennitala is required: /],
      [['invoices', 'list', '--limit', 'abc'], /^--limit must be a whole number from 1 on, not "abc"\. /],
      [
        ['invoices', 'list', '--from', '2026-02-30'],
        /^--from must be a day, such as 2026-12-31, not "2026-02-30"/,
      ],
      [['invoices', 'list', '--sort', 'newest'], /^--sort must be one of date_desc, date_asc, /],
      [
        ['invoices', 'list', '--accounting-status', 'Posted,Lost'],
        /^--accounting-status must be of Created, Posted/,
      ],
      [['customers', 'create', '--output-select', '9'], /^--output-select must be one of 2, 3, 4, not "9"/],
      [['events', '--limit', '0'], /^--limit must be a number/],
      [['invoices', 'list'], /^Run kvitt login, or set KVITT_URL/, { XDG_CONFIG_HOME: folder }],
    ];
    for (const [args, message, other] of wrong) {
      const { status, stdout, stderr } = await runInProcess(t, args, other ?? env);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, message);
      assert.match(stderr, / --help\.\n$/);
    }
    assert.equal((await run('invoices list --form 2026')).status, 2);
  });

  test('explain themselves with examples', async (t) => {
    const names = ['login', 'logout', 'events', 'call', 'completion', ...groups.keys()];
    // The events have a command of their own instead of a group.
    const inGroups = operations.filter(({ group }) => group !== 'events');
    const commands = [...names, ...inGroups.map(({ group, method }) => `${group} ${method}`)];
    for (const command of commands) {
      const text = ok(await runInProcess(t, [...command.split(' '), '--help'], {}));
      assert.ok(text.startsWith(`Usage: kvitt ${command}`), text);
      assert.match(text, /\nExamples?:\n {2}(kvitt|source)/, command);
    }
    assert.match(ok(await run('--help')), /kvitt customers \| items \| invoices/);
  });

  test('are completed by bash, zsh and fish', async () => {
    const [bash, zsh, fish] = await Promise.all([
      run('completion bash'),
      run('completion zsh'),
      run('completion fish'),
    ]);
    const complete = (...words: string[]) => {
      const list = words.map((word) => `'${word}'`).join(' ');
      const script = `${ok(bash)}\nCOMP_WORDS=(kvitt ${list}); COMP_CWORD=${words.length}; _kvitt; echo "\${COMPREPLY[*]}"`;
      return spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: folder }).stdout.trim();
    };
    assert.equal(complete('inv'), 'invoices');
    assert.equal(complete('ser'), 'serve');
    assert.equal(complete('invoices', 'li'), 'list');
    assert.equal(complete('invoices', 'list', '--fr'), '--from-date --from');
    assert.equal(complete('call', 'create-cus'), 'create-customer');
    assert.equal(complete('call', 'create-invoice', '--dr'), '--dry-run');
    assert.match(ok(zsh), /^#compdef kvitt\n[\s\S]*'invoices list'\) choices='[^']*--from/);
    assert.match(
      ok(fish),
      /case 'invoices list'\n +printf '%s\\n' [^\n]*--from[\s\S]*\ncomplete -c kvitt -a/,
    );
  });
});
