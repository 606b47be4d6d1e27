import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { eventually } from '#platform/testing';
import { auditFaults, deadLetterFaults, readModelFaults } from '../chaos/command-checks.suite.ts';
import type { Product } from '../chaos/product.suite.ts';
import type { RequestLog } from '../chaos/request-log.suite.ts';
import type { Verification } from '../chaos/verification.suite.ts';

/** How many requests are acknowledged after each fault, so that the product is shown to work again. */
const requestsPerStep = 40;
/** Maximum time without progress after the faults, in milliseconds. */
const stallTimeout = 180_000;

/** Waits until users have got more responses. */
export const waitForProgress = async (requests: RequestLog): Promise<void> => {
  const goal = requests.acknowledged + requestsPerStep;
  await eventually(() => requests.acknowledged >= goal, `${requestsPerStep} more acknowledged requests`, 240_000);
};

/** Expects that everything that had begun is finished, and that nothing is lost, doubled or different from the log. */
export const expectNothingLost = async (
  product: Product,
  verification: Verification,
  requests: RequestLog,
): Promise<void> => {
  await product.waitUntilUp(stallTimeout);
  expect(await verification.settled(stallTimeout)).toEqual([]);
  process.stdout.write(`${requests.acknowledged} requests acknowledged, ${await verification.events()} events\n`);
  expect(requests.violations).toEqual([]);
  expect([...requests.failed].map((request) => product.causeOf(request))).toEqual([]);
  expect(await verification.faults(requests)).toEqual([]);
  const jsonOf = async (...args: readonly string[]) => {
    const { out, error } = await product.festoon(...args, '--json');
    if (out === '') throw new Error(`festoon ${args.join(' ')} printed only: ${error}`);
    return JSON.parse(out);
  };
  expect(auditFaults(await jsonOf('audit', 'verify'))).toEqual([]);
  expect(readModelFaults(await jsonOf('projections', 'verify'))).toEqual([]);
  expect(deadLetterFaults(await jsonOf('dlq', 'list'))).toEqual([]);
};

/** The process ids of a process's children. Linux only. */
export const childrenOf = (pid: number): readonly number[] =>
  (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);
