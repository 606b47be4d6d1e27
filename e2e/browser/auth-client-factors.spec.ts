import { expect } from '@jest/globals';
import { codeOf, stepAt } from '#identity/testing';
import { type ClientInPage, join, stories, well } from './auth-client.suite.ts';
import { withKey } from './passkey.suite.ts';
import { onStage } from './stage.suite.ts';
import { password, secretIn } from './visitor.suite.ts';

const site = onStage();
const story = stories(site);

const levelOf = async ({ ask }: ClientInPage) => {
  const level = well(await ask((auth) => auth.mfa.getAuthenticatorAssuranceLevel()));
  return [level?.currentLevel, level?.nextLevel];
};
const enter = ({ ask }: ClientInPage, email: string) =>
  ask((auth, given) => auth.signInWithPassword(given), { email, password });

story(
  'an authenticator app is added, gives its code and is taken away',
  ['POST /factors', 'POST /factors/{id}/challenge', 'POST /factors/{id}/verify', 'DELETE /factors/{id}'],
  async (ann) => {
    const { client } = ann;
    await join(ann);
    const enrolled = well(await client.ask((auth) => auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My app' })));
    expect(enrolled).toMatchObject({ type: 'totp', friendly_name: 'My app' });
    const { id = '', totp } = enrolled ?? {};
    expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const code = codeOf(secretIn(totp?.secret ?? ''), stepAt(new Date()));
    const given = well(await client.ask((auth, wish) => auth.mfa.challengeAndVerify(wish), { factorId: id, code }));
    expect(given?.user.factors).toMatchObject([{ id, status: 'verified' }]);
    expect(await client.heard()).toEqual(['MFA_CHALLENGE_VERIFIED']);
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
    expect(well(await client.ask((auth) => auth.mfa.listFactors()))?.totp).toMatchObject([{ id }]);
    const removed = await client.ask((auth, factorId) => auth.mfa.unenroll({ factorId }), id);
    expect(removed).toEqual({ data: { id }, error: null });
  },
);

/** Challenges, lets the browser's key answer, and verifies, each by its own call. Answers what was wanted of the key. */
const give = ({ ask }: ClientInPage, factorId: string) =>
  ask(async (auth, factorId) => {
    const webauthn = { rpId: location.hostname, rpOrigins: [location.origin] };
    const asked = await auth.mfa.webauthn.challenge({ factorId, webauthn });
    if (!asked.data) return { data: null, error: asked.error };
    const { challengeId, webauthn: made } = asked.data;
    const given = await auth.mfa.webauthn.verify({ factorId, challengeId, webauthn: { ...webauthn, ...made } });
    return { data: given.data && { type: made.type, user: given.data.user.id }, error: given.error };
  }, factorId);

story(
  'a passkey is added, given at the next sign-in and taken away, step by step',
  ['POST /factors', 'POST /factors/{id}/challenge', 'POST /factors/{id}/verify', 'DELETE /factors/{id}'],
  async (ann) => {
    const { client, page, email } = ann;
    // Unless it is told otherwise, the client wants a key to plug in.
    await withKey(page, 'usb');
    const { user } = await join(ann);
    const enrolled = await client.ask((auth) => auth.mfa.webauthn.enroll({ friendlyName: 'This computer' }));
    const { id = '', type } = well(enrolled) ?? {};
    expect(type).toBe('webauthn');
    expect(well(await give(client, id))).toEqual({ type: 'create', user: user.id });
    expect(await client.heard()).toEqual(['MFA_CHALLENGE_VERIFIED']);
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);

    well(await enter(client, email));
    expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
    expect(well(await give(client, id))).toEqual({ type: 'request', user: user.id });
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
    const listed = well(await client.ask((auth) => auth.mfa.listFactors()));
    expect(listed?.webauthn).toMatchObject([{ id, friendly_name: 'This computer', status: 'verified' }]);
    const removed = await client.ask((auth, factorId) => auth.mfa.unenroll({ factorId }), id);
    expect(removed).toEqual({ data: { id }, error: null });
  },
);

story(
  'a passkey is registered and given by one call each; without the key there is no second step',
  ['POST /factors', 'POST /factors/{id}/challenge', 'POST /factors/{id}/verify'],
  async (ann) => {
    const { client, page, email } = ann;
    const takeAway = await withKey(page);
    await join(ann);
    well(
      await client.ask((auth, given) => auth.mfa.webauthn.register(...given), [
        { friendlyName: 'This computer' },
        { authenticatorSelection: { authenticatorAttachment: 'platform' as const } },
      ] as const),
    );
    const listed = well(await client.ask((auth) => auth.mfa.listFactors()));
    const factorId = listed?.webauthn[0]?.id ?? '';
    well(await enter(client, email));
    const authenticate = () => client.ask((auth, factorId) => auth.mfa.webauthn.authenticate({ factorId }), factorId);
    well(await authenticate());
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);

    well(await enter(client, email));
    await takeAway();
    await withKey(page);
    expect((await authenticate()).error).toMatchObject({ name: 'NotAllowedError' });
    expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
  },
);
