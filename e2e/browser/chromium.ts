import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

// The package's own flags include --single-process, with which closing one page ends the browser.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-quic',
  '--disable-sync',
  '--disable-component-update',
];
/**
 * No page of a test is open long enough to gain from optimized code, which takes more time to compile than it saves.
 */
export const withoutOptimizedCode = ['--js-flags=--no-opt --no-maglev'];
const systemLibraries = ['/usr/lib/x86_64-linux-gnu/libnss3.so', '/usr/lib64/libnss3.so', '/usr/lib/libnss3.so'];

const packaged = async (): Promise<LaunchOptions> => {
  // If the system has no libnss3, the package uses its own copy, but only if it detects AWS Lambda.
  if (!systemLibraries.some((file) => existsSync(file))) process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: chromiumPackage } = await import('@sparticuz/chromium');
  return { executablePath: await chromiumPackage.executablePath() };
};

/** A headless Chromium: the one from npm on Linux x64, an installed Chrome elsewhere. Close it when done. */
export const launchChromium = async (additionalFlags: readonly string[] = []): Promise<Browser> => {
  const onLinux = process.platform === 'linux' && process.arch === 'x64';
  const launchOptions = onLinux ? await packaged() : { channel: 'chrome' };
  return chromium.launch({ ...launchOptions, headless: true, args: [...flags, ...additionalFlags], timeout: 120_000 });
};
