import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigMistakes } from './domain/service/environment-variables.ts';
import { toError } from './domain/values/errors.ts';

export const MIN_SECRET_LENGTH = 16;

/** Created at the first start, beside the embedded database. */
export function readOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    createSecret(file);
  }
  return readSecret(file);
}

/** A file that could not be written, such as on a full disk, is removed: the next start creates another. */
function createSecret(file: string): void {
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (toError(error).code !== 'EEXIST') rmSync(file, { force: true });
    throw error;
  }
  chmodSync(file, 0o600);
}

/** An empty secret would sign and encrypt too, and everybody could forge the links. */
export function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new ConfigMistakes([
      `The file ${file} must have at least ${MIN_SECRET_LENGTH} characters; it may be damaged. Restore it from your copy, or delete it where this installation is new`,
    ]);
  return secret;
}

export function secretFile(dataDir: string): string {
  return join(dataDir, 'secret');
}
