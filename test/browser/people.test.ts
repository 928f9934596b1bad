import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { assertAccessible, assertTidy, Desk, visit } from '../support/desk.ts';
import { signInOwner, waitForMailedLink } from '../support/people.ts';
import { PASSWORD } from '../support/person.ts';
import { appCode } from '../support/second-factor.ts';

const EMAIL = 'anna@example.is';
const SETTINGS = '/console/settings';
const PEOPLE = `${SETTINGS}/people`;

describe('who may use an account, in a browser', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let owner: Page;
  let member: Page;

  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account();
    owner = await desk.signIn(seller.username);
  });
  after(() => desk.close());

  const dialog = () => owner.getByRole('dialog');
  const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

  test('an owner invites somebody, is asked for the password, and sees the link once', async () => {
    await visit(owner, PEOPLE);
    await owner.getByRole('button', { name: 'Invite' }).click();
    await dialog().getByLabel('E-mail').fill(EMAIL);
    await dialog().getByLabel('Name').fill('Anna');
    await dialog().getByLabel('Your password').fill('wrong');
    await dialog().getByRole('button', { name: 'Send invitation' }).click();
    await dialog().getByRole('alert').getByText('The password is wrong.').waitFor();
    await assertAccessible(owner, 'the invitation');
    await dialog().getByLabel('Your password').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Send invitation' }).click();
    await dialog()
      .getByText(/\/invitation\?key=/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await row(owner, 'Anna').getByText('Invited').waitFor();
    await assertTidy(owner, 'settings');
    await assertAccessible(owner, 'settings');
  });

  test('an invited person signs in by the mailed link, and may not manage access', async () => {
    member = await desk.page({ phone: true });
    await member.goto(await waitForMailedLink(desk.kvitt, EMAIL));
    assert.equal(await member.getByLabel('Username').inputValue(), EMAIL);
    await assertAccessible(member, 'the page of the invitation');
    await member.getByLabel('Password').fill('yet another password');
    await member.getByRole('button', { name: 'Accept and sign in' }).click();
    await member.waitForURL('**/console');
    await visit(member, PEOPLE);
    await row(member, 'Anna').getByText('Member', { exact: true }).waitFor();
    assert.equal(await member.getByRole('button', { name: 'Invite' }).count(), 0);
    await assertTidy(member, 'settings of a member');
    await visit(member, `${SETTINGS}/company`);
    await member.getByText('Only owners can change this.').waitFor();
    assert.equal(await member.getByLabel('VAT number').isDisabled(), true);
    await visit(member, '/console/apps');
    await member.getByText('Only owners can change this.').waitFor();
    assert.equal(await member.getByRole('button', { name: 'Create a new key' }).count(), 0);
  });

  test('a language chosen in the console is kept at the next sign-in', async () => {
    await visit(member, SETTINGS);
    const kept = member.waitForResponse(/set-language/);
    await member.getByRole('button', { name: 'Íslenska' }).click();
    await kept;
    const elsewhere = await desk.page({ lang: 'en' });
    await elsewhere.goto('/sign-in?lang=en');
    await desk.fillSignIn(elsewhere, EMAIL, 'yet another password');
    await elsewhere.getByRole('link', { name: 'Stillingar' }).waitFor();
    await elsewhere.context().close();
  });

  test('a person sets up two-step sign-in, signs in with a recovery code, and turns it off with another', async () => {
    await member.goto(SETTINGS);
    await member.getByRole('button', { name: 'Setja upp tveggja þrepa' }).click();
    const box = member.getByRole('dialog');
    await box.getByLabel('Lykilorðið þitt').fill('yet another password');
    await box.getByRole('button', { name: 'Áfram' }).click();
    await box.getByRole('img', { name: 'QR-kóði' }).waitFor();
    await assertAccessible(member, 'the QR code');
    const secret = (await box.locator('code').innerText()).replaceAll(/\s/g, '');
    await box.getByRole('textbox', { name: 'Kóði' }).fill(appCode(secret, desk.kvitt.now()));
    await box.getByRole('button', { name: 'Virkja' }).click();
    await box.getByText('Hver kóði kemur einu sinni').waitFor();
    const [code = '', other = ''] = (await box.locator('code').innerText()).split('\n');
    await box.getByRole('button', { name: 'Ég hef geymt þá' }).click();
    await member.getByText('Virk', { exact: true }).waitFor();
    const elsewhere = await desk.page();
    await elsewhere.goto('/sign-in?lang=en');
    await desk.fillSignIn(elsewhere, EMAIL, 'yet another password');
    await assertAccessible(elsewhere, 'the page for the code');
    await elsewhere.getByLabel('Code').fill(code);
    await elsewhere.getByRole('button', { name: 'Continue' }).click();
    await elsewhere.waitForURL('**/console');
    await elsewhere.context().close();
    await member.getByRole('button', { name: 'Slökkva' }).click();
    await box.getByLabel('Lykilorðið þitt').fill('yet another password');
    await box.getByRole('textbox', { name: 'Kóði' }).fill(other);
    await box.getByRole('button', { name: 'Slökkva' }).click();
    await member.getByText('Óvirk', { exact: true }).waitFor();
  });

  test('an owner removes a person, who is signed out with the next click', async () => {
    await owner.goto(PEOPLE);
    await owner.getByRole('button', { name: 'More: Anna' }).click();
    await owner.getByRole('menuitem', { name: 'Remove' }).click();
    // Behind the dialog the row is hidden in any case.
    const removed = owner.waitForResponse(/remove-person/);
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await removed;
    await row(owner, 'Anna').waitFor({ state: 'detached' });
    await member.goto('/console/invoices');
    await member.waitForURL(/\/sign-in\?next=/);
    await member.context().close();
  });

  test('a new api_key is shown once, after a warning of what stops working', async () => {
    await visit(owner, '/console/apps');
    await owner.getByRole('button', { name: 'Create a new key' }).click();
    await dialog()
      .getByText(/stops working at once/)
      .waitFor();
    await dialog().getByLabel('Your password').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Replace the key' }).click();
    const key = await dialog().locator('code').textContent();
    await assertAccessible(owner, 'the new key');
    assert.equal((await seller.call('hello')).httpStatus, 401);
    seller = new Client(seller.url, seller.username, key ?? '');
    assert.equal((await seller.call('hello')).httpStatus, 200);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await owner.reload();
    await owner.getByText('Last used').waitFor();
    assert.ok(!(await owner.content()).includes(key ?? ''));
  });

  test('a bookkeeper gets a key of its own, which is revoked again', async () => {
    const firm = await desk.kvitt.account({ name: 'Bókhald ehf.' });
    await visit(owner, `${SETTINGS}/bookkeepers`);
    await owner.getByRole('button', { name: 'Add bookkeeper' }).click();
    await dialog()
      .getByLabel(/Username of the bookkeeper/)
      .fill(seller.username);
    await dialog().getByRole('button', { name: 'Add bookkeeper' }).click();
    await dialog().getByText('No bookkeeper by that name was found.').waitFor();
    await dialog()
      .getByLabel(/Username of the bookkeeper/)
      .fill(firm.username);
    await dialog().getByRole('button', { name: 'Add bookkeeper' }).click();
    await row(owner, firm.username).getByText('Waiting for acceptance').waitFor();
    const [{ guid }] = await firm.ok('get-tenant-requests');
    await firm.ok('accept-tenant', { guid });
    await owner.reload();
    await row(owner, 'Bókhald ehf.').getByText('No key yet').waitFor();
    await row(owner, 'Bókhald ehf.').getByRole('button', { name: 'Give a key' }).click();
    await dialog().getByText('gets a key for its bookkeeping system, not a sign-in').waitFor();
    await dialog().getByLabel('Your password').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Give a key' }).click();
    const key = (await dialog().locator('code').textContent()) ?? '';
    const program = new Client(seller.url, seller.username, key);
    assert.equal((await program.call('hello')).httpStatus, 200);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await owner.getByRole('button', { name: 'More: Bókhald ehf.' }).click();
    await owner.getByRole('menuitem', { name: 'Revoke key' }).click();
    await dialog().getByRole('button', { name: 'Revoke key' }).click();
    await row(owner, 'Bókhald ehf.').getByText('Key revoked').waitFor();
    assert.equal((await program.call('hello')).httpStatus, 401);
  });

  test('a person who forgot the password gets a link by mail, and signs in by it', async () => {
    const forgetful = await desk.kvitt.account({ email: 'gleymin@example.is' });
    const page = await desk.page();
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Username or e-mail address').fill('gleymin@example.is');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a link is on its way').waitFor();
    await assertAccessible(page, 'the link is on its way');
    await page.goto(await waitForMailedLink(desk.kvitt, 'gleymin@example.is'));
    await assertAccessible(page, 'a new password');
    await page.getByLabel('New password').fill('remembered this time');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.waitForURL('**/console');
    await page.getByText(forgetful.username).first().waitFor();
  });

  test('a person of two companies has one sign-in, and no tab writes into the wrong company', async () => {
    const home = await desk.kvitt.account();
    const client = await signInOwner(desk.kvitt);
    const { name: clientName } = (await client.session()).body;
    const sent = { email: 'bokari@example.is', role: 'accountant', current_password: PASSWORD };
    const { link } = await client.ok('invite-person', sent);
    const page = await desk.signIn(home.username);
    const tab = await page.context().newPage();
    await tab.goto(`${desk.kvitt.url}/console/customers?new=1`);
    await tab.getByRole('dialog').waitFor();

    await page.goto(link);
    await assertAccessible(page, 'an invitation to somebody who is signed in');
    await page.getByRole('button', { name: /^Accept as/ }).click();
    await page.waitForURL('**/console');
    await page.getByRole('button', { name: clientName }).waitFor();
    await visit(page, '/console/clients');
    await row(page, clientName).getByText('You are here').waitFor();
    await assertTidy(page, 'clients');
    await assertAccessible(page, 'clients');

    const dialogOfTab = tab.getByRole('dialog');
    await dialogOfTab.getByLabel('Name', { exact: true }).fill('Rangt fyrirtæki');
    await dialogOfTab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText(clientName).first().waitFor();
    for (const books of [home, client.seller]) assert.deepEqual(await books.ok('get-customers'), []);

    await page.getByRole('button', { name: clientName }).click();
    const { name: homeName } = (await signInToConsole(home).then((one) => one.session())).body;
    await page.getByRole('menuitem', { name: homeName }).click();
    await page.getByRole('button', { name: homeName }).waitFor();
  });
});
