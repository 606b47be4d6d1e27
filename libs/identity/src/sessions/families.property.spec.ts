import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Command, CommandBus } from '@nestjs/cqrs';
import fc from 'fast-check';
import { RegisterUser, ReinstateUser, Sessions, SuspendUser } from '#identity';
import { Context } from '#platform/context';
import { Database } from '#platform/postgres';
import { originOf } from '#platform/testing';
import { lifetime } from '../access-tokens/access-token.lifetime.ts';
import { newEmail, startAuthApp } from '../auth-app.suite.ts';
import { endOf, type Family, isParent, prospectOf } from './families.suite.ts';
import { readRefreshToken } from './refresh-token.codec.ts';
import { type Grant, SessionGrants } from './session.grants.ts';
import { RefreshSession, SignOut, type SignOutScope, StartSession } from './sessions.commands.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
/** The module's time stands still but for the steps a run takes. */
let now = Date.UTC(2030, 0, 1);
beforeAll(async () => {
  auth = await startAuthApp();
  jest.spyOn(auth.clock, 'now').mockImplementation(() => new Date(now));
});
afterAll(() => auth.stop());

const device = { userAgent: null, ip: null };
const operator = { id: 'cli', kind: 'system', role: 'operator' } as const;

/** One person, their sessions as they are, and beside them as they ought to be. */
class Life {
  readonly families: Family[] = [];
  #suspended = false;

  private constructor(
    readonly userId: string,
    readonly email: string,
  ) {}

  static async begin(): Promise<Life> {
    const email = newEmail();
    const newUser = { email, password: null, role: 'client', firstName: 'Ann', lastName: 'Archer' } as const;
    return new Life(await send(operator, new RegisterUser(newUser)), email);
  }

  /** The session that an action is about: of all there ever were, the ended too. */
  family(n: number): Family | undefined {
    return this.families[n % Math.max(1, this.families.length)];
  }

  async signIn(): Promise<void> {
    const [outcome] = await Promise.allSettled([this.#send(new StartSession(this.userId, device))]);
    if (this.#suspended) expect(outcome).toMatchObject({ reason: { code: 'user-suspended' } });
    else await this.#began(granted(outcome));
  }

  /** Some of a session's refresh tokens, each in a tab of its own, all at once. */
  async refresh(family: Family, counts: readonly number[]): Promise<void> {
    const { served, ends } = prospectOf(family, counts, now);
    const outcomes = await Promise.allSettled(counts.map((count) => this.#present(family, count)));
    const ended = family.live && !(await this.#isThere(family));
    if (ended) expect(ends).toBe(true);
    else expect(served.length > 0).toBe(family.live);
    if (ended || !family.live) {
      family.live = false;
      if (family.over) {
        for (const outcome of outcomes)
          expect(['session-expired', 'session-expired-unused', 'refresh-token-not-found']).toContain(codeOf(outcome));
        return;
      }
      const first = ended ? 'refresh-token-reused' : 'refresh-token-not-found';
      // The newest token's parent may have been answered before an older one ended the session.
      const refused = outcomes.filter(
        (outcome, i) => outcome.status === 'rejected' || !isParent(family, counts[i] ?? 0),
      );
      const others = refused.slice(1).map(() => 'refresh-token-not-found');
      expect(refused.map(codeOf).sort()).toEqual([first, ...others].sort());
      return;
    }
    const head = Math.max(...served);
    const least = (count: number) => (count < family.head ? Math.min(...served) : head);
    const expected = counts.map(least);
    this.#move(family, head);
    outcomes.forEach((outcome, i) => {
      if ((counts[i] ?? 0) < family.floor) expect(codeOf(outcome)).toBe('refresh-token-superseded');
      else this.#served(family, granted(outcome), [expected[i] ?? head, head]);
    });
  }

  async giveSecondFactor(family: Family): Promise<void> {
    const proof = { method: 'totp', factor: randomUUID() } as const;
    const grants = auth.app.get(SessionGrants);
    const session = await auth.app.get(Database).transaction((within) => grants.strengthen(within, family.id, proof));
    expect(session !== undefined).toBe(family.live);
    if (!session) return;
    this.#move(family, family.head + 2);
    family.floor = family.head;
    family.strong = true;
    this.#served(family, await grants.tokensFor(session));
  }

  /** From a session that may have ended: then there is nobody who could ask. */
  async signOut(family: Family, scope: SignOutScope): Promise<void> {
    if (!family.live) return;
    await this.#send(new SignOut(this.userId, family.id, scope));
    for (const other of this.families)
      if (scope === 'global' || (other === family) === (scope === 'local')) other.live = false;
  }

  /** Whoever stays away so long finds sessions that have ended by themselves. */
  pass(seconds: number): void {
    now += seconds * 1000;
    for (const family of this.families)
      if (family.live && now >= endOf(family)) Object.assign(family, { live: false, over: true });
  }

  async suspend(): Promise<void> {
    await send(operator, new SuspendUser(this.email, 'for the test'));
    this.#suspended = true;
    for (const family of this.families) family.live = false;
  }

  async reinstate(): Promise<void> {
    await send(operator, new ReinstateUser(this.email, 'for the test'));
    this.#suspended = false;
  }

  /** Refreshes while the session ends: whoever was served in time has tokens that are worth nothing a moment later. */
  async refreshWhile(family: Family, counts: readonly number[], end: 'local' | 'global' | 'suspend'): Promise<void> {
    const ending = () => (end === 'suspend' ? this.suspend() : this.signOut(family, end));
    const presented = () => counts.map((count) => this.#present(family, count));
    const [outcomes] = await Promise.all([Promise.allSettled(presented()), ending()]);
    const known = ['refresh-token-not-found', 'refresh-token-reused', 'refresh-token-superseded', 'user-suspended'];
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') this.#keep(family, outcome.value);
      else expect(known).toContain(codeOf(outcome));
    expect(family.live).toBe(false);
  }

  /** Signs in several times while being suspended: whichever came first, nobody is left inside. */
  async signInWhileSuspended(): Promise<void> {
    const signingIn = Array.from({ length: 4 }, () => this.#send(new StartSession(this.userId, device)));
    const [outcomes] = await Promise.all([Promise.allSettled(signingIn), this.suspend()]);
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') (await this.#began(outcome.value)).live = false;
      else expect(codeOf(outcome)).toBe('user-suspended');
  }

  /** Who is signed in, by the rows, by the access tokens, and with how many refreshes. */
  async agrees(): Promise<void> {
    const rows = await auth.app
      .get(Database)
      .query<{ id: string; head: number }>(
        'select id, refresh_counter as head from identity.sessions where user_id = $1 and not_after > $2 order by id',
        [this.userId, new Date(now)],
      );
    const live = this.families.filter((family) => family.live);
    expect(rows).toEqual(live.map(({ id, head }) => ({ id, head })).sort((a, b) => (a.id < b.id ? -1 : 1)));
    for (const family of this.families) await this.#tokensAgree(family);
  }

  /** At last each token of what has ended is worth nothing, and the newest of all others goes on. */
  async ends(): Promise<void> {
    for (const family of this.families)
      if (family.live) await this.refresh(family, [family.head]);
      else for (const count of family.refreshTokens.keys()) await this.refresh(family, [count]);
    await this.agrees();
  }

  async #tokensAgree({ id, live, strong, accessTokens }: Family): Promise<void> {
    for (const { token, until } of [...accessTokens.slice(0, 1), ...accessTokens.slice(-2)]) {
      const caller = await auth.app.get(Sessions).caller(token);
      expect(caller?.sessionId).toBe(live && now < until ? id : undefined);
      if (caller) expect(caller.aal).toBe(strong ? 'aal2' : 'aal1');
    }
  }

  #present(family: Family, count: number): Promise<Grant> {
    return this.#send(new RefreshSession(family.refreshTokens.get(count) ?? ''));
  }

  async #began(grant: Grant): Promise<Family> {
    const caller = await auth.app.get(Sessions).caller(grant.accessToken);
    const id = caller?.sessionId ?? JSON.parse(atob(grant.accessToken.split('.')[1] ?? '')).session_id;
    const [refreshTokens, accessTokens] = [new Map<number, string>(), []];
    const family: Family = {
      ...{ id, userId: this.userId, live: true, strong: false, head: 0, floor: 0 },
      ...{ rotatedAt: now, beganAt: now, over: false },
      ...{ refreshTokens, accessTokens },
    };
    this.families.push(family);
    this.#served(family, grant);
    return family;
  }

  #move(family: Family, head: number): void {
    if (head === family.head) return;
    family.head = head;
    family.rotatedAt = now;
  }

  /** Everybody who is served at a count gets the same refresh token. */
  #served(family: Family, grant: Grant, counts = [family.head]): void {
    const count = readRefreshToken(grant.refreshToken)?.counter ?? -1;
    expect(counts).toContain(count);
    expect(grant.refreshToken).toBe(family.refreshTokens.get(count) ?? grant.refreshToken);
    family.refreshTokens.set(count, grant.refreshToken);
    this.#keep(family, grant);
  }

  #keep(family: Family, { accessToken }: Grant): void {
    family.accessTokens.push({ token: accessToken, until: now + lifetime * 1000 });
  }

  #send<T>(command: Parameters<typeof send<T>>[1]): Promise<T> {
    return send({ id: this.userId, kind: 'user', role: 'client' }, command);
  }

  async #isThere({ id }: Family): Promise<boolean> {
    const rows = await auth.app.get(Database).query('select id from identity.sessions where id = $1', [id]);
    return rows.length > 0;
  }
}

const send = <T>(by: Parameters<typeof originOf>[0], command: Command<T>): Promise<T> =>
  auth.app.get(Context).run(originOf(by), () => auth.app.get(CommandBus).execute(command)) as Promise<T>;
const granted = <T>(outcome: PromiseSettledResult<T>): T => {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
};
const codeOf = (outcome: PromiseSettledResult<unknown>): string =>
  outcome.status === 'rejected' ? String(outcome.reason.code ?? outcome.reason) : 'served';

type Action = (life: Life) => Promise<void>;
const on = (n: number, act: (life: Life, family: Family) => Promise<void>): Action => {
  return async (life) => {
    const family = life.family(n);
    if (family) await act(life, family);
  };
};
/** Counts that the family has known, the newest by far the likeliest: that is what tabs hold. */
const held = ({ refreshTokens, head }: Family, picks: readonly number[]): readonly number[] => {
  const known = [...refreshTokens.keys()].reverse();
  return picks.map((pick) => known[pick % known.length] ?? head);
};
const picks = (most: number) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(6) }), {
    minLength: 1,
    maxLength: most,
  });
const seconds =
  (count: number): Action =>
  async (life) =>
    life.pass(count);
const day = 86_400;

/** Each with its words, so that a failure reads as a story. */
const action: fc.Arbitrary<readonly [string, Action]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<[string, Action]>(['sign in', (life) => life.signIn()]) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(5), picks(1))
      .map(([n, p]) => [`refresh ${n} ${p}`, on(n, (life, family) => life.refresh(family, held(family, p)))] as const),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(5), picks(8))
      .map(([n, p]) => [`tabs ${n} ${p}`, on(n, (life, family) => life.refresh(family, held(family, p)))] as const),
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
        ([n, scope]) => [`${scope} sign-out of ${n}`, on(n, (life, family) => life.signOut(family, scope))] as const,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat(5)
      .map((n) => [`second factor in ${n}`, on(n, (life, family) => life.giveSecondFactor(family))] as const),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(5), picks(6), fc.constantFrom('local', 'global', 'suspend')).map(
      ([n, p, end]) =>
        [
          `tabs ${n} ${p} while ${end}`,
          on(n, async (life, family) => {
            if (family.live) await life.refreshWhile(family, held(family, p), end);
          }),
        ] as const,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<[string, Action]>(
      ['suspend', (life) => life.suspend()],
      ['reinstate', (life) => life.reinstate()],
      ['reinstate', (life) => life.reinstate()],
      ['sign in while suspended', (life) => life.signInWhileSuspended()],
    ),
  },
);

/** Runs start for this long, in milliseconds. None is cut off midway: it would move the clock of the tests that follow. */
const startingFor = 30_000;

test('whatever the order of sign-ins, refreshes, sign-outs, suspensions and hours: who ought to be signed in is', async () => {
  const until = performance.now() + startingFor;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 24 }), async (actions) => {
      if (performance.now() > until) return;
      const life = await Life.begin();
      await life.signIn();
      for (const [, act] of actions) {
        await act(life);
        await life.agrees();
      }
      await life.ends();
    }),
    { numRuns: 100 },
  );
}, 60_000);

test.each([0, 9_000, 9_999])(
  'a storm of fifty tabs, some a refresh or two behind, %d ms after the last one signs nobody out',
  async (ago) => {
    const fifty = fc.array(fc.nat(2), { minLength: 50, maxLength: 50 });
    const until = performance.now() + startingFor;
    await fc.assert(
      fc.asyncProperty(fifty, async (behind) => {
        if (performance.now() > until) return;
        const life = await Life.begin();
        await life.signIn();
        const family = life.families[0] as Family;
        for (const _ of [1, 2]) await life.refresh(family, [family.head]);
        now += ago;
        // The first of them came from a tab that is behind.
        await life.refresh(family, held(family, [1]));
        await life.refresh(family, held(family, behind));
        expect(family.live).toBe(true);
        await life.ends();
      }),
      { numRuns: 3 },
    );
  },
  60_000,
);
