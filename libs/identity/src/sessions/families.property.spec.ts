import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Command, CommandBus } from '@nestjs/cqrs';
import fc from 'fast-check';
import { RegisterUser, ReinstateUser, Sessions, SuspendUser } from '#identity';
import { randomRuns } from '#kernel/testing';
import { Context } from '#platform/context';
import { Database } from '#platform/postgres';
import { originOf } from '#platform/testing';
import { lifetime } from '../access-tokens/access-token.lifetime.ts';
import { newEmail, startAuthApp } from '../auth-app.suite.ts';
import { endOf, type Family, isParent, possibleOutcomes } from './families.suite.ts';
import { readRefreshToken } from './refresh-token.codec.ts';
import { type Grant, SessionGrants } from './session.grants.ts';
import { RefreshSession, SignOut, type SignOutScope, StartSession } from './sessions.commands.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
/** The module's clock; it moves only in the steps of a run. */
let now = Date.UTC(2030, 0, 1);
beforeAll(async () => {
  auth = await startAuthApp();
  jest.spyOn(auth.clock, 'now').mockImplementation(() => new Date(now));
});
afterAll(() => auth.stop());

const device = { userAgent: null, ip: null };
const operator = { id: 'cli', kind: 'system', role: 'operator' } as const;

/** One user, with the expected state of their sessions to compare with the actual one. */
class UserSessions {
  readonly families: Family[] = [];
  #suspended = false;

  private constructor(
    readonly userId: string,
    readonly email: string,
  ) {}

  static async begin(): Promise<UserSessions> {
    const email = newEmail();
    const newUser = { email, password: null, role: 'client', firstName: 'Ann', lastName: 'Archer' } as const;
    return new UserSessions(await send(operator, new RegisterUser(newUser)), email);
  }

  /** Selects the session of an action, from all sessions including ended ones. */
  family(n: number): Family | undefined {
    return this.families[n % Math.max(1, this.families.length)];
  }

  async signIn(): Promise<void> {
    const [outcome] = await Promise.allSettled([this.#send(new StartSession(this.userId, device))]);
    if (this.#suspended) expect(outcome).toMatchObject({ reason: { code: 'user-suspended' } });
    else await this.#recordSession(grantOf(outcome));
  }

  /** Presents some of a session's refresh tokens concurrently, as different tabs would. */
  async refresh(family: Family, counts: readonly number[]): Promise<void> {
    const { served, ends } = possibleOutcomes(family, counts, now);
    const outcomes = await Promise.allSettled(counts.map((count) => this.#present(family, count)));
    const hasEnded = family.active && !(await this.#exists(family));
    if (hasEnded) expect(ends).toBe(true);
    else expect(served.length > 0).toBe(family.active);
    if (hasEnded || !family.active) {
      family.active = false;
      if (family.over) {
        for (const outcome of outcomes)
          expect(['session-expired', 'session-expired-unused', 'refresh-token-not-found']).toContain(codeOf(outcome));
        return;
      }
      const first = hasEnded ? 'refresh-token-reused' : 'refresh-token-not-found';
      // The newest token's parent may have been served before an older one ended the session.
      const refusals = outcomes.filter(
        (outcome, i) => outcome.status === 'rejected' || !isParent(family, counts[i] ?? 0),
      );
      const otherCodes = refusals.slice(1).map(() => 'refresh-token-not-found');
      expect(refusals.map(codeOf).sort()).toEqual([first, ...otherCodes].sort());
      return;
    }
    const head = Math.max(...served);
    const smallestHead = (count: number) => (count < family.head ? Math.min(...served) : head);
    const expected = counts.map(smallestHead);
    this.#move(family, head);
    outcomes.forEach((outcome, i) => {
      if ((counts[i] ?? 0) < family.floor) expect(codeOf(outcome)).toBe('refresh-token-superseded');
      else this.#recordGrant(family, grantOf(outcome), [expected[i] ?? head, head]);
    });
  }

  async giveSecondFactor(family: Family): Promise<void> {
    const proof = { method: 'totp', factor: randomUUID() } as const;
    const grants = auth.app.get(SessionGrants);
    const session = await auth.app.get(Database).transaction((within) => grants.stepUp(within, family.id, proof));
    expect(session !== undefined).toBe(family.active);
    if (!session) return;
    this.#move(family, family.head + 2);
    family.floor = family.head;
    family.strong = true;
    this.#recordGrant(family, await grants.tokensFor(session));
  }

  /** Does nothing for an ended session, because it cannot send the request. */
  async signOut(family: Family, scope: SignOutScope): Promise<void> {
    if (!family.active) return;
    await this.#send(new SignOut(this.userId, family.id, scope));
    for (const otherFamily of this.families)
      if (scope === 'global' || (otherFamily === family) === (scope === 'local')) otherFamily.active = false;
  }

  /** Moves the clock. Sessions that expire during that time are marked as over. */
  pass(seconds: number): void {
    now += seconds * 1000;
    for (const family of this.families)
      if (family.active && now >= endOf(family)) Object.assign(family, { active: false, over: true });
  }

  async suspend(): Promise<void> {
    await send(operator, new SuspendUser(this.email, 'for the test'));
    this.#suspended = true;
    for (const family of this.families) family.active = false;
  }

  async reinstate(): Promise<void> {
    await send(operator, new ReinstateUser(this.email, 'for the test'));
    this.#suspended = false;
  }

  /** Refreshes while the session ends. Tokens that are still issued are invalid afterwards. */
  async refreshWhile(family: Family, counts: readonly number[], end: 'local' | 'global' | 'suspend'): Promise<void> {
    const endFamily = () => (end === 'suspend' ? this.suspend() : this.signOut(family, end));
    const presentAll = () => counts.map((count) => this.#present(family, count));
    const [outcomes] = await Promise.all([Promise.allSettled(presentAll()), endFamily()]);
    const expectedCodes = [
      'refresh-token-not-found',
      'refresh-token-reused',
      'refresh-token-superseded',
      'user-suspended',
    ];
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') this.#recordAccessToken(family, outcome.value);
      else expect(expectedCodes).toContain(codeOf(outcome));
    expect(family.active).toBe(false);
  }

  /** Signs in several times during a suspension. No session may be left, whichever came first. */
  async signInWhileSuspended(): Promise<void> {
    const signingIn = Array.from({ length: 4 }, () => this.#send(new StartSession(this.userId, device)));
    const [outcomes] = await Promise.all([Promise.allSettled(signingIn), this.suspend()]);
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') (await this.#recordSession(outcome.value)).active = false;
      else expect(codeOf(outcome)).toBe('user-suspended');
  }

  /** Compares the expected sessions with the rows, their refresh counts and the access tokens. */
  async expectSessions(): Promise<void> {
    const rows = await auth.app
      .get(Database)
      .query<{ id: string; head: number }>(
        'select id, refresh_counter as head from identity.sessions where user_id = $1 and not_after > $2 order by id',
        [this.userId, new Date(now)],
      );
    const active = this.families.filter((family) => family.active);
    expect(rows).toEqual(active.map(({ id, head }) => ({ id, head })).sort((a, b) => (a.id < b.id ? -1 : 1)));
    for (const family of this.families) await this.#expectTokens(family);
  }

  /** Final check: all tokens of ended sessions are refused, and the newest token of each active session is accepted. */
  async expectEnd(): Promise<void> {
    for (const family of this.families)
      if (family.active) await this.refresh(family, [family.head]);
      else for (const count of family.refreshTokens.keys()) await this.refresh(family, [count]);
    await this.expectSessions();
  }

  async #expectTokens({ id, active, strong, accessTokens }: Family): Promise<void> {
    for (const { token, until } of [...accessTokens.slice(0, 1), ...accessTokens.slice(-2)]) {
      const caller = await auth.app.get(Sessions).caller(token);
      expect(caller?.sessionId).toBe(active && now < until ? id : undefined);
      if (caller) expect(caller.aal).toBe(strong ? 'aal2' : 'aal1');
    }
  }

  #present(family: Family, count: number): Promise<Grant> {
    return this.#send(new RefreshSession(family.refreshTokens.get(count) ?? ''));
  }

  async #recordSession(grant: Grant): Promise<Family> {
    const caller = await auth.app.get(Sessions).caller(grant.accessToken);
    const id = caller?.sessionId ?? JSON.parse(atob(grant.accessToken.split('.')[1] ?? '')).session_id;
    const [refreshTokens, accessTokens] = [new Map<number, string>(), []];
    const family: Family = {
      ...{ id, userId: this.userId, active: true, strong: false, head: 0, floor: 0 },
      ...{ rotatedAt: now, startedAt: now, over: false },
      ...{ refreshTokens, accessTokens },
    };
    this.families.push(family);
    this.#recordGrant(family, grant);
    return family;
  }

  #move(family: Family, head: number): void {
    if (head === family.head) return;
    family.head = head;
    family.rotatedAt = now;
  }

  /** All refreshes that are served at one count get the same refresh token. */
  #recordGrant(family: Family, grant: Grant, counts = [family.head]): void {
    const count = readRefreshToken(grant.refreshToken)?.counter ?? -1;
    expect(counts).toContain(count);
    expect(grant.refreshToken).toBe(family.refreshTokens.get(count) ?? grant.refreshToken);
    family.refreshTokens.set(count, grant.refreshToken);
    this.#recordAccessToken(family, grant);
  }

  #recordAccessToken(family: Family, { accessToken }: Grant): void {
    family.accessTokens.push({ token: accessToken, until: now + lifetime * 1000 });
  }

  #send<T>(command: Parameters<typeof send<T>>[1]): Promise<T> {
    return send({ id: this.userId, kind: 'user', role: 'client' }, command);
  }

  async #exists({ id }: Family): Promise<boolean> {
    const rows = await auth.app.get(Database).query('select id from identity.sessions where id = $1', [id]);
    return rows.length > 0;
  }
}

const send = <T>(by: Parameters<typeof originOf>[0], command: Command<T>): Promise<T> =>
  auth.app.get(Context).run(originOf(by), () => auth.app.get(CommandBus).execute(command)) as Promise<T>;
const grantOf = <T>(outcome: PromiseSettledResult<T>): T => {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
};
const codeOf = (outcome: PromiseSettledResult<unknown>): string =>
  outcome.status === 'rejected' ? String(outcome.reason.code ?? outcome.reason) : 'served';

type Action = (user: UserSessions) => Promise<void>;
const on = (n: number, act: (user: UserSessions, family: Family) => Promise<void>): Action => {
  return async (user) => {
    const family = user.family(n);
    if (family) await act(user, family);
  };
};
/** Counts of the family's tokens. The newest is the most likely, because most tabs hold it. */
const presentedCounts = ({ refreshTokens, head }: Family, picks: readonly number[]): readonly number[] => {
  const knownCounts = [...refreshTokens.keys()].reverse();
  return picks.map((pick) => knownCounts[pick % knownCounts.length] ?? head);
};
const picks = (most: number) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(6) }), {
    minLength: 1,
    maxLength: most,
  });
const seconds =
  (count: number): Action =>
  async (user) =>
    user.pass(count);
const day = 86_400;

/** Each action has a description, so that a failure lists readable steps. */
const action: fc.Arbitrary<readonly [string, Action]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<[string, Action]>(['sign in', (user) => user.signIn()]) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(5), picks(1))
      .map(
        ([n, p]) =>
          [`refresh ${n} ${p}`, on(n, (user, family) => user.refresh(family, presentedCounts(family, p)))] as const,
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(5), picks(8))
      .map(
        ([n, p]) =>
          [`tabs ${n} ${p}`, on(n, (user, family) => user.refresh(family, presentedCounts(family, p)))] as const,
      ),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(1, 9, 11, 3_601, 3 * day, 59 * day, 60 * day)
      .map((s) => [`${s} s later`, seconds(s)] as const),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(5), fc.constantFrom('local', 'global', 'others'))
      .map(
        ([n, scope]) => [`${scope} sign-out of ${n}`, on(n, (user, family) => user.signOut(family, scope))] as const,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat(5)
      .map((n) => [`second factor in ${n}`, on(n, (user, family) => user.giveSecondFactor(family))] as const),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(5), picks(6), fc.constantFrom('local', 'global', 'suspend')).map(
      ([n, p, end]) =>
        [
          `tabs ${n} ${p} while ${end}`,
          on(n, async (user, family) => {
            if (family.active) await user.refreshWhile(family, presentedCounts(family, p), end);
          }),
        ] as const,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<[string, Action]>(
      ['suspend', (user) => user.suspend()],
      ['reinstate', (user) => user.reinstate()],
      ['reinstate', (user) => user.reinstate()],
      ['sign in while suspended', (user) => user.signInWhileSuspended()],
    ),
  },
);

/**
 * New runs start for this long, in milliseconds. A run is never interrupted, because it would move the clock of the
 * tests that follow.
 */
const startPeriod = 30_000;

test('sessions match the expected state after any order of sign-ins, refreshes, sign-outs, suspensions and delays', async () => {
  const deadline = performance.now() + startPeriod;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 24 }), async (actions) => {
      if (performance.now() > deadline) return;
      const user = await UserSessions.begin();
      await user.signIn();
      for (const [, act] of actions) {
        await act(user);
        await user.expectSessions();
      }
      await user.expectEnd();
    }),
    { numRuns: randomRuns(6) },
  );
}, 60_000);

test.each([0, 9_000, 9_999])(
  'fifty concurrent tabs, some a refresh or two behind, %d ms after the last one, stay signed in',
  async (ago) => {
    const fifty = fc.array(fc.nat(2), { minLength: 50, maxLength: 50 });
    const deadline = performance.now() + startPeriod;
    await fc.assert(
      fc.asyncProperty(fifty, async (behind) => {
        if (performance.now() > deadline) return;
        const user = await UserSessions.begin();
        await user.signIn();
        const family = user.families[0] as Family;
        for (const _ of [1, 2]) await user.refresh(family, [family.head]);
        now += ago;
        // The first refresh comes from a tab that is behind.
        await user.refresh(family, presentedCounts(family, [1]));
        await user.refresh(family, presentedCounts(family, behind));
        expect(family.active).toBe(true);
        await user.expectEnd();
      }),
      { numRuns: randomRuns(1) },
    );
  },
  60_000,
);
