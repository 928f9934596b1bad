import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { share } from './shared.ts';

/** The shell renders like Chromium, without the cost of its windows. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** How long a page is waited for: far longer than it takes on a busy machine, as nobody waits when it is there. */
export const PATIENCE_MS = 120_000;

/** Started without any of its talk to the outside, which a test machine may not allow. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  // Drawing needs no process of its own in a short test.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds, too short a time for the work of the optimizing compilers to be earned back.
  '--js-flags=--no-opt --no-maglev',
];

/** The Chromium of this machine, or null. Named by KVITT_TEST_CHROMIUM, or found in the usual places. */
function findChromium(): string | null {
  const named = process.env.KVITT_TEST_CHROMIUM;
  return [named, ...PLACES].find((path) => path && existsSync(path)) ?? null;
}

/** As root on Debian the shell can be installed; elsewhere a browser must be there already. */
export function provideChromium(): string | null {
  const found = findChromium();
  const isGood = found === SHELL || process.env.KVITT_TEST_CHROMIUM !== undefined;
  if (isGood || process.getuid?.() !== 0 || !isDebian()) return found;
  try {
    const quietly = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    // The network may be away for a moment, and another program may be installing something.
    const patient = ['-o', 'Acquire::Retries=5', '-o', 'DPkg::Lock::Timeout=300'];
    execFileSync('apt-get', [...patient, 'update'], quietly);
    execFileSync(
      'apt-get',
      [...patient, 'install', '-y', '--no-install-recommends', 'chromium-headless-shell'],
      quietly,
    );
  } catch {
    return found;
  }
  return findChromium();
}

function isDebian(): boolean {
  return (
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

/** What a test that needs a browser is skipped with; undefined where there is one. */
export function noBrowser(): string | undefined {
  return findChromium() ? undefined : 'there is no Chromium';
}

let shared: Promise<Browser> | null = null;

/** The browser that all test files of this process use, each in contexts of its own. */
export function sharedBrowser(): Promise<Browser> {
  if (!shared) {
    shared = openBrowser();
    share({ close: async () => (await shared)?.close(), holds: () => ({ processes: 1 }) });
  }
  return shared;
}

/** Ends what a test file has opened in the shared browser. */
export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** `hosts` are led to an address of this machine, as `{ 'app.example': '127.0.0.1:1234' }`. */
export async function openBrowser(hosts: Record<string, string> = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('There is no Chromium: run the tests by npm test, or set KVITT_TEST_CHROMIUM');
  const rules = Object.entries(hosts).map(([host, address]) => `MAP ${host} ${address}`);
  return chromium.launch({ executablePath, args: [...QUIET, `--host-resolver-rules=${rules.join(',')}`] });
}
