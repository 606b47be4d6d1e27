import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Refusal } from '#kernel';
import { type Allowance, countsOfNetwork, type Limit, Limits, limitHeaders } from '#platform/rate-limits';
import { Clock } from '../clock/index.ts';

/** Too many requests or mails; allowed again in `seconds`. */
export class LimitReached extends Refusal {
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly of: 'requests' | 'mails',
    allowance: Allowance,
  ) {
    super('limit-reached', `Too many attempts. Please try again in ${allowance.seconds} seconds`);
    this.seconds = allowance.seconds;
    this.headers = { ...limitHeaders(allowance), 'Retry-After': `${allowance.seconds}` };
  }
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const every = (name: string, times: number, seconds: number): Limit => ({ name: `auth.${name}`, times, seconds });

/** Limits for the requests from one network address to each route. */
const requestLimits = {
  token: every('token', 150, 5 * minute),
  verify: every('verify', 30, 5 * minute),
  signup: every('signup', 30, 5 * minute),
  otp: every('otp', 30, 5 * minute),
  recover: every('recover', 30, 5 * minute),
  resend: every('resend', 30, 5 * minute),
  reauthenticate: every('reauthenticate', 30, 5 * minute),
  user: every('user', 30, 5 * minute),
  oauth: every('oauth', 60, 5 * minute),
  factor: every('factor', 15, minute),
} as const;
/** Accounts created from one network address. */
const newAccountLimit = every('accounts', 5, hour);
/** Requests from one network address whose response reveals whether an account has an email address. */
const existenceCheckLimit = every('existence-checks', 30, hour);

/** Limits for the mails of one kind to one address, whether an account has the address or not. */
const mailLimits = {
  recovery: [every('mail.recovery', 1, minute), every('mails.recovery', 3, hour)],
  confirmation: [every('mail.confirmation', 1, minute), every('mails.confirmation', 3, hour)],
  'email-change': [every('mail.email-change', 1, minute), every('mails.email-change', 3, hour)],
  'magic-link': [every('mail.magic-link', 1, minute), every('mails.magic-link', 6, hour)],
  reauthentication: [every('mail.reauthentication', 1, minute), every('mails.reauthentication', 6, hour)],
} as const;
export type MailKind = keyof typeof mailLimits;

/**
 * After too many wrong guesses each further attempt has to wait, in seconds, twice as long each time. No account is
 * locked.
 */
type GuessLimit = { readonly tries: Limit; readonly first: number; readonly longest: number };
const guessLimits = {
  account: { tries: every('password', 5, 15 * minute), first: 15, longest: 15 * minute },
  network: { tries: every('passwords', 100, day), first: 15, longest: 15 * minute },
} as const satisfies Record<string, GuessLimit>;
const pauseAfter = ({ tries }: GuessLimit, seconds: number): Limit => ({
  name: `${tries.name}.pause`,
  times: 1,
  seconds,
});

/** What a guess is counted against. */
type GuessCount = { readonly of: GuessLimit; readonly key: string };
const guessCounts = (of: GuessLimit, ip: string | undefined, account = ''): readonly GuessCount[] =>
  countsOfNetwork(of.tries, ip).map(({ limit, key }) => ({ of: { ...of, tries: limit }, key: `${account}${key}` }));

const limited = Symbol('limited');
/** Counts requests to this route by the client's network address. */
export const Limited = (name: keyof typeof requestLimits) => SetMetadata(limited, requestLimits[name]);

type Reply = { header(name: string, value: string): unknown };

/** Refuses too many requests from one network address, and sends the remaining number in headers. */
@Injectable()
export class WithinLimits implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.get<Limit | undefined>(limited, execution.getHandler());
    if (!limit) return true;
    const http = execution.switchToHttp();
    const { ip } = http.getRequest<{ readonly ip?: string }>();
    const allowance = await this.limits.takeEach(countsOfNetwork(limit, ip), this.clock.now());
    if (!allowance.allowed) throw tooMany(allowance);
    for (const [name, value] of Object.entries(limitHeaders(allowance))) http.getResponse<Reply>().header(name, value);
    return true;
  }
}

/** Limits that depend on the content of a request, not only on its network address. */
@Injectable()
export class AuthLimits {
  constructor(
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * Refuses `limit-reached`, even for addresses without an account, so that the limit does not reveal which accounts
   * exist.
   */
  async mail(kind: MailKind, address: string): Promise<void> {
    for (const limit of mailLimits[kind]) {
      const allowance = await this.limits.take(limit, address.toLowerCase(), this.clock.now());
      if (!allowance.allowed) throw tooManyMails(allowance);
    }
  }

  /** Throws if this network sent too many requests that reveal whether an address has an account. */
  async addressProbe(ip: string | undefined): Promise<void> {
    const allowance = await this.limits.takeEach(countsOfNetwork(existenceCheckLimit, ip), this.clock.now());
    if (!allowance.allowed) throw tooMany(allowance);
  }

  /** A failed sign-up is not counted, unless its refusal reveals that an account has the address. */
  async newAccount<T>(ip: string | undefined, work: () => Promise<T>): Promise<T> {
    const counts = countsOfNetwork(newAccountLimit, ip);
    const allowance = await this.limits.takeEach(counts, this.clock.now());
    if (!allowance.allowed) throw tooMany(allowance);
    try {
      return await work();
    } catch (error) {
      const revealsAccount = error instanceof Refusal && error.code === 'user-exists';
      if (!revealsAccount) for (const { limit, key } of counts) await this.limits.giveBack(limit, key);
      throw error;
    }
  }

  /** Checks a password or a mailed code, unless this network guessed wrong too often, for this account or in total. */
  async guess<T>(email: string, ip: string | undefined, check: () => Promise<T>): Promise<T> {
    const accountCounts = guessCounts(guessLimits.account, ip, `${email.toLowerCase()}\n`);
    const networkCounts = guessCounts(guessLimits.network, ip);
    const takenCounts: GuessCount[] = [];
    try {
      for (const count of [...accountCounts, ...networkCounts]) {
        await this.#throttle(count);
        takenCounts.push(count);
      }
      const outcome = await check();
      for (const count of accountCounts) await this.#forget(count);
      await this.#giveBack(networkCounts);
      return outcome;
    } catch (error) {
      if (!isWrongGuess(error)) await this.#giveBack(takenCounts);
      throw error;
    }
  }

  async #forget({ of, key }: GuessCount): Promise<void> {
    await this.limits.reset(of.tries, key);
    await this.limits.reset(pauseAfter(of, 0), key);
  }

  async #giveBack(counts: readonly GuessCount[]): Promise<void> {
    for (const { of, key } of counts) await this.limits.giveBack(of.tries, key);
  }

  /**
   * Counts an attempt. Above the limit only one attempt is let through after each pause, even if several arrive at
   * once.
   */
  async #throttle({ of: guessLimit, key }: GuessCount): Promise<void> {
    const now = this.clock.now();
    const pauseAllowance = await this.limits.look(pauseAfter(guessLimit, 0), key, now);
    if (pauseAllowance.taken > 0) throw tooMany(pauseAllowance);
    const { allowed, taken, times } = await this.limits.take(guessLimit.tries, key, now);
    if (allowed) return;
    const seconds = Math.min(guessLimit.longest, guessLimit.first * 2 ** Math.min(20, taken - times - 1));
    const pause = await this.limits.take(pauseAfter(guessLimit, seconds), key, now);
    if (pause.taken > 1) throw tooMany(pause);
  }
}

/** The refusals of a wrong password or mailed code. */
const wrongGuesses: readonly string[] = ['credentials-wrong', 'reauthentication-code-wrong', 'password-current'];
const isWrongGuess = (error: unknown): boolean => error instanceof Refusal && wrongGuesses.includes(error.code);

const tooMany = (allowance: Allowance): LimitReached => new LimitReached('requests', allowance);
const tooManyMails = (allowance: Allowance): LimitReached => new LimitReached('mails', allowance);
