import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { createFile, replaceFile } from '#platform/durable-files';

const secret = z.string().regex(/^[\w-]{43,}$/);
const storedSecrets = z.object({
  paymentsWebhook: secret,
  personalData: secret,
  signedUrls: secret,
  passwords: secret,
  signingKeys: secret,
});

/**
 * Each secret is at least 32 random bytes in base64url. `paymentsWebhook` signs the sandbox's webhooks, `personalData`
 * encrypts the key of each person, `signedUrls` signs links to files, `passwords` is the pepper of password hashes,
 * `signingKeys` encrypts the keys that sign access tokens.
 */
export type Secrets = Readonly<z.infer<typeof storedSecrets>>;

/** The environment variable of each secret. Its value takes precedence over the file. */
export const secretSettings: Readonly<Record<keyof Secrets, string>> = {
  paymentsWebhook: 'PAYMENTS_WEBHOOK_SECRET',
  personalData: 'PERSONAL_DATA_KEY',
  signedUrls: 'SIGNED_URL_KEY',
  passwords: 'PASSWORD_PEPPER',
  signingKeys: 'SIGNING_KEYS_KEY',
};

const names = Object.keys(secretSettings) as (keyof Secrets)[];

/** The secrets of this data folder, created at the first call and kept. Throws errors of the file system. */
export const keepSecrets = (folder: string, given: Partial<Secrets> = {}): Secrets => {
  make(folder);
  const file = join(folder, 'secrets.json');
  const found = readSecrets(file);
  const keptSecrets = found && names.every((name) => found[name]) ? found : write(file, found);
  const allSecrets = storedSecrets.safeParse({ ...keptSecrets, ...given });
  if (!allSecrets.success) throw new Error(`${file} does not contain the secrets: restore the correct file`);
  return allSecrets.data;
};

/** Node's recursive mkdir never returns on a file system that cannot have new folders, such as /proc. */
const make = (folder: string): void => {
  if (!existsSync(dirname(folder))) make(dirname(folder));
  const exists = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  try {
    if (!exists()) mkdirSync(folder);
  } catch (error) {
    if (!exists()) throw error;
  }
};

type Found = Partial<Record<keyof Secrets, unknown>>;

const readSecrets = (file: string): Found | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) throw new Error(`${file} is not valid JSON: restore the correct file`);
    throw error;
  }
};

/** Adds the secrets that the file does not contain. If two processes start at once, the second uses those of the first. */
const write = (file: string, found: Found | undefined): Found => {
  const newSecrets = Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('base64url')]));
  const text = `${JSON.stringify({ ...newSecrets, ...found }, null, 2)}\n`;
  if (found) replaceFile(file, text);
  else createFile(file, text);
  return readSecrets(file) ?? {};
};
