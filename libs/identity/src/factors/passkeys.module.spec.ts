import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { GoTrueClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { EventStore } from '#platform/event-store';
import { Site } from '#platform/http';
import { Database } from '#platform/postgres';
import { newEmail, password, person, startAuthApp } from '../auth-app.suite.ts';
import { SoftwareKey } from './authenticator.suite.ts';
import type { FactorEvents } from './factor.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
let site: string;
beforeAll(async () => {
  auth = await startAuthApp();
  site = auth.app.get(Site).url;
});
afterAll(() => auth.stop());

const signedUp = async () => {
  const client = auth.client();
  const email = newEmail();
  const { data } = await client.signUp({ email, password, options: { data: person() } });
  return { client, email, userId: data.user?.id ?? '' };
};
const tokenOf = async (client: GoTrueClient) => (await client.getSession()).data.session?.access_token ?? '';
const enrol = async (client: GoTrueClient, friendlyName = 'Key') => {
  const { data, error } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName });
  if (error) throw error;
  return data.id;
};
type IssuedChallenge = {
  id: string;
  webauthn: { type: string; credential_options: { publicKey: { challenge: string } } };
};
/** Sends plain HTTP requests, so that no client library changes the data. */
const requestChallenge = async (token: string, factorId: string): Promise<IssuedChallenge & { challenge: string }> => {
  const { body } = await auth.call('POST', `/factors/${factorId}/challenge`, { token, body: { factorId } });
  return { ...body, challenge: body.webauthn?.credential_options.publicKey.challenge };
};
const verifyPasskey = (
  token: string,
  factorId: string,
  { id }: IssuedChallenge,
  type: string,
  credential_response: unknown,
) =>
  auth.call('POST', `/factors/${factorId}/verify`, {
    token,
    body: { challenge_id: id, webauthn: { type, rpId: 'elsewhere.example', rpOrigins: [site], credential_response } },
  });
const withKey = async () => {
  const { client, email, userId } = await signedUp();
  const token = await tokenOf(client);
  const factorId = await enrol(client);
  const key = new SoftwareKey(site);
  const challenge = await requestChallenge(token, factorId);
  const { status, body } = await verifyPasskey(token, factorId, challenge, 'create', key.create(challenge.challenge));
  expect(status).toBe(200);
  return { email, userId, factorId, key, token: body.access_token as string };
};
const wrongPasskey = { status: 422, body: { code: 'mfa_verification_failed', message: 'Invalid passkey response' } };

test('the client registers a passkey, and signs in with it the next time', async () => {
  const { client, email, userId } = await signedUp();
  const factorId = await enrol(client);
  const key = new SoftwareKey(site);
  const rp = { rpId: 'localhost', rpOrigins: [site] };
  const first = await client.mfa.challenge({ factorId, webauthn: rp });
  if (first.error || !('webauthn' in first.data) || first.data.webauthn.type !== 'create')
    throw new Error('No creation');
  const creationOptions = first.data.webauthn.credential_options.publicKey;
  expect(creationOptions).toMatchObject({
    rp: { name: 'Festoon', id: 'localhost' },
    user: { name: email, displayName: 'Ann Archer' },
    attestation: 'none',
  });
  const challenge = Buffer.from(creationOptions.challenge as ArrayBuffer).toString('base64url');
  const credential = (response: object) => ({ ...response, toJSON: () => response }) as never;
  const verification = await client.mfa.verify({
    factorId,
    challengeId: first.data.id,
    webauthn: { ...rp, type: 'create', credential_response: credential(key.create(challenge)) },
  });
  expect(verification.error).toBeNull();
  expect(decodeJwt(verification.data?.access_token ?? '')).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  });
  const { data: factors } = await client.mfa.listFactors();
  expect(factors?.webauthn).toMatchObject([{ id: factorId, friendly_name: 'Key', status: 'verified' }]);

  const secondClient = auth.client();
  await secondClient.signInWithPassword({ email, password });
  const secondChallenge = await secondClient.mfa.challenge({ factorId, webauthn: rp });
  if (
    secondChallenge.error ||
    !('webauthn' in secondChallenge.data) ||
    secondChallenge.data.webauthn.type !== 'request'
  )
    throw new Error('No request');
  const options = secondChallenge.data.webauthn.credential_options.publicKey;
  expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ type: 'public-key', transports: ['usb'] }] });
  const { data, error } = await secondClient.mfa.verify({
    factorId,
    challengeId: secondChallenge.data.id,
    webauthn: {
      ...rp,
      type: 'request',
      credential_response: credential(key.get(Buffer.from(options.challenge as ArrayBuffer).toString('base64url'))),
    },
  });
  expect(error).toBeNull();
  expect(decodeJwt(data?.access_token ?? '').aal).toBe('aal2');
  const events = await auth.app.get(EventStore).read<FactorEvents>(`factor-${factorId}`);
  expect(events.map(({ type }) => type)).toEqual(['FactorAdded', 'FactorVerified', 'FactorVerified']);
  expect(events[0]?.data).toEqual({ userId, kind: 'webauthn', name: 'Key' });
});

test('a passkey whose usage counter goes backwards is refused, because it was copied', async () => {
  const { email, factorId, key } = await withKey();
  const client = auth.client();
  await client.signInWithPassword({ email, password });
  const token = await tokenOf(client);
  key.counter = 7;
  const validChallenge = await requestChallenge(token, factorId);
  const { status, body } = await verifyPasskey(
    token,
    factorId,
    validChallenge,
    'request',
    key.get(validChallenge.challenge),
  );
  expect(status).toBe(200);
  for (const counter of [6, 7]) {
    key.counter = counter;
    const challenge = await requestChallenge(body.access_token, factorId);
    expect(
      await verifyPasskey(body.access_token, factorId, challenge, 'request', key.get(challenge.challenge)),
    ).toMatchObject(wrongPasskey);
  }
  const [row] = await auth.app
    .get(Database)
    .query<{ counter: string }>('select credential_counter as counter from identity.factors where id = $1', [factorId]);
  expect(row?.counter).toBe('8');
});

test('a response to another challenge, for another site or by another key is refused', async () => {
  const { factorId, key, token } = await withKey();
  const otherKey = new SoftwareKey(site);
  const forgeries: readonly ((challenge: string) => readonly [type: string, response: unknown])[] = [
    () => ['request', key.get(randomBytes(32).toString('base64url'))],
    (challenge) => ['request', key.get(challenge, { origin: 'https://festoon.example.evil' })],
    (challenge) => ['request', key.get(challenge, { rpId: 'evil.example' })],
    (challenge) => ['request', key.get(challenge, { flags: 0 })],
    (challenge) => ['request', key.get(challenge, { type: 'webauthn.create' })],
    (challenge) => ['request', otherKey.get(challenge)],
    (challenge) => ['request', { ...otherKey.get(challenge), id: key.id, rawId: key.id }],
    (challenge) => ['create', key.create(challenge)],
    (challenge) => ['create', key.get(challenge)],
    () => ['request', { id: key.id }],
    () => ['request', 'yes'],
  ];
  for (const forge of forgeries) {
    const challenge = await requestChallenge(token, factorId);
    expect(await verifyPasskey(token, factorId, challenge, ...forge(challenge.challenge))).toMatchObject(wrongPasskey);
  }
  const challenge = await requestChallenge(token, factorId);
  const correctResponse = key.get(challenge.challenge);
  expect((await verifyPasskey(token, factorId, challenge, 'request', correctResponse)).status).toBe(200);
  expect((await verifyPasskey(token, factorId, challenge, 'request', correctResponse)).body.code).toBe(
    'mfa_factor_not_found',
  );
});

test('a new key must be for this site and this challenge, and belongs to one factor', async () => {
  const { key, token } = await withKey();
  const { body } = await auth.call('POST', '/factors', {
    token,
    body: { factor_type: 'webauthn', friendly_name: 'Spare' },
  });
  expect(body).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'Spare' });
  const secondKey = new SoftwareKey(site);
  const forgeries: readonly ((challenge: string) => unknown)[] = [
    () => secondKey.create(randomBytes(32).toString('base64url')),
    (challenge) => secondKey.create(challenge, { origin: 'http://127.0.0.1:1' }),
    (challenge) => secondKey.create(challenge, { rpId: 'evil.example' }),
    (challenge) => ({ ...secondKey.create(challenge), type: 'password' }),
    (challenge) => ({ ...secondKey.create(challenge), response: { clientDataJSON: 'e30', attestationObject: 'AA' } }),
  ];
  for (const forge of forgeries) {
    const challenge = await requestChallenge(token, body.id);
    expect(await verifyPasskey(token, body.id, challenge, 'create', forge(challenge.challenge))).toMatchObject(
      wrongPasskey,
    );
  }
  const challenge = await requestChallenge(token, body.id);
  expect(challenge.webauthn.credential_options.publicKey).toMatchObject({ excludeCredentials: [{ id: key.id }] });
  expect(await verifyPasskey(token, body.id, challenge, 'create', key.create(challenge.challenge))).toMatchObject({
    status: 422,
    body: { code: 'webauthn_credential_exists' },
  });
  expect((await verifyPasskey(token, body.id, challenge, 'create', secondKey.create(challenge.challenge))).status).toBe(
    200,
  );
});

test('a verification without its required fields is refused', async () => {
  const { factorId, token } = await withKey();
  const { id } = await requestChallenge(token, factorId);
  const rows = [
    [{}, 'WebAuthn config required'],
    [{ code: '123456' }, 'WebAuthn config required'],
    [{ webauthn: { type: 'both', credential_response: {} } }, 'WebAuthn type must be create or request'],
    [{ webauthn: { type: 'request' } }, 'credential_response required'],
  ] as const;
  for (const [body, message] of rows)
    expect(
      await auth.call('POST', `/factors/${factorId}/verify`, { token, body: { challenge_id: id, ...body } }),
    ).toMatchObject({ status: 400, body: { code: 'validation_failed', message } });
});

test('an enrolment from an aal2 session cannot be finished at aal1, where a password would be enough', async () => {
  const { token, email } = await withKey();
  const unverifiedFactor = await auth.call('POST', '/factors', {
    token,
    body: { factor_type: 'webauthn', friendly_name: 'Spare' },
  });
  const secondFactorId = unverifiedFactor.body.id as string;
  const challenge = await requestChallenge(token, secondFactorId);
  const attacker = auth.client();
  await attacker.signInWithPassword({ email, password });
  const aal1Token = await tokenOf(attacker);
  const insufficientLevel = {
    status: 403,
    body: { code: 'insufficient_aal', message: 'AAL2 required to enroll a new factor' },
  };
  expect(await auth.call('POST', `/factors/${secondFactorId}/challenge`, { token: aal1Token, body: {} })).toMatchObject(
    insufficientLevel,
  );
  const newPasskey = new SoftwareKey(site).create(challenge.challenge);
  expect(await verifyPasskey(aal1Token, secondFactorId, challenge, 'create', newPasskey)).toMatchObject(
    insufficientLevel,
  );
  expect((await verifyPasskey(token, secondFactorId, challenge, 'create', newPasskey)).status).toBe(200);
});
