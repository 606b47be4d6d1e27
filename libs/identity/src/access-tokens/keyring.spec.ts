import { test } from '@jest/globals';
import type { Actor } from '#kernel';
import { given } from '#kernel/testing';
import { keyring } from './keyring.ts';

const cli: Actor = { id: 'cli', kind: 'system', role: 'operator' };
const admin: Actor = { id: 'ada', kind: 'staff', role: 'admin' };

test('signing keys are rotated only from the command line', () => {
  const facts = { kid: 'k2', signsFrom: '2026-01-01T00:10:00.000Z' };
  given(keyring).when('rotate', facts, cli).emits({ type: 'SigningKeyRotated', data: facts });
  given(keyring).when('rotate', facts, admin).refuses('signing-key-not-allowed');
});
