import { X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { toError } from '../../domain/values/errors.ts';
import { secretFile } from '../../secret-file.ts';
import { bad, type Finding, note, ok } from './findings.ts';

const NEEDED_NODE = 24;

export function checkNode(): Finding {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= NEEDED_NODE) return ok(`Node.js ${node}`);
  return bad(`Node.js ${node}`, `Install Node.js ${NEEDED_NODE} or later.`);
}

/** Files of the installation and of the embedded database. */
export function checkFiles({ dataDir, databaseUrl }: Config): Finding[] {
  const dist = join(import.meta.dirname, '..', '..', '..', 'console', 'dist', 'index.html');
  const console = existsSync(dist)
    ? ok('the console is built')
    : note('the console is not built', 'Run "kvitt build", or let the first start build it.');
  return databaseUrl ? [console] : [console, ...checkDataDirectory(dataDir), checkDisk(dataDir)];
}

function checkDataDirectory(dataDir: string): Finding[] {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    return [
      bad(`data directory ${dataDir}: ${toError(error).message}`, 'Give this user the right to write it.'),
    ];
  }
  return [dataDir, secretFile(dataDir)].filter(existsSync).map((path) => {
    const isOpen = (statSync(path).mode & 0o077) !== 0;
    if (!isOpen) return ok(`${path} is private`);
    return bad(`other users of this machine can open ${path}`, `Run "chmod go= ${path}".`);
  });
}

const SCARCE_BYTES = 2 ** 30;

function checkDisk(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const text = `${(free / 2 ** 30).toFixed(1)} GiB are free for ${dataDir}`;
  return free >= SCARCE_BYTES ? ok(text) : bad(text, 'Make room: a full disk refuses every write.');
}

const THIS_MACHINE = /\/\/(127\.|localhost|\[::1\])/;

/** How browsers and programs reach the installation. */
export function checkAddress({ baseUrl, tls }: Config, now: Date): Finding[] {
  const address =
    baseUrl.startsWith('https:') || THIS_MACHINE.test(baseUrl)
      ? ok(`public address ${baseUrl}`)
      : bad(`public address ${baseUrl}`, 'Serve it by https, and set KVITT_BASE_URL to that address.');
  return tls ? [address, checkCertificate(tls.cert, now)] : [address];
}

const DAY_MS = 86_400_000;
const RENEWAL_DAYS = 14;

function checkCertificate(file: string, now: Date): Finding {
  const { validTo } = new X509Certificate(readFileSync(file));
  const days = Math.floor((Date.parse(validTo) - now.getTime()) / DAY_MS);
  if (days >= RENEWAL_DAYS) return ok(`the certificate is valid for ${days} more days`);
  return bad(
    days < 0 ? `the certificate expired on ${validTo}` : `the certificate expires in ${days} days`,
    'Renew it, and send SIGHUP to the service.',
  );
}
