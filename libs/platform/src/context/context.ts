import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ClsService } from 'nestjs-cls';
import type { Origin } from '#kernel';

type Store = {
  [key: symbol]: unknown;
  origin?: Origin;
  idempotencyKey?: string;
  ids?: number;
  wrote?: bigint;
  now?: Date;
};

/** Values that belong to a request, a CLI call or a reaction, so that they need not be passed as arguments. */
@Injectable()
export class Context {
  constructor(private readonly cls: ClsService<Store>) {}

  /** The current time for decisions and for scheduled work. Tests replace it. */
  now(): Date {
    return (this.cls.isActive() ? this.cls.get('now') : undefined) ?? new Date();
  }

  get origin(): Origin {
    const origin = this.cls.isActive() ? this.cls.get('origin') : undefined;
    if (!origin) throw new Error('There is no origin: enter the context with one first');
    return origin;
  }

  /** The correlation id of the origin; undefined without an origin. */
  get correlation(): string | undefined {
    return this.cls.isActive() ? this.cls.get('origin')?.correlation : undefined;
  }

  /** Sets the origin for the rest of a context that is already open. With a key, repeated commands take effect once. */
  enter(origin: Origin, idempotencyKey?: string): void {
    this.cls.set('origin', origin);
    if (idempotencyKey) this.cls.set('idempotencyKey', idempotencyKey);
  }

  /**
   * Sets the reason of all further events of this context. It is stored unencrypted and is never deleted, so it must not
   * identify a person.
   */
  enterReason(reason: string): void {
    this.cls.set('origin', { ...this.origin, reason });
  }

  /** `now` is the time in this context, for programs that write a history; by default the real one. */
  run<T>(origin: Origin, work: () => T, idempotencyKey?: string, now?: Date): T {
    return this.cls.runWith({ origin, ...(idempotencyKey && { idempotencyKey }), ...(now && { now }) }, work);
  }

  /** Runs work without the idempotency key of this context, for commands that take effect again when they are repeated. */
  withoutKey<T>(work: () => T): T {
    return this.run(this.origin, work, undefined, this.now());
  }

  /** A uuid for something new: random, or the same one again for a request repeated under its idempotency key. */
  newId(): string {
    const count = this.cls.get('ids') ?? 0;
    this.cls.set('ids', count + 1);
    return this.idFor(`new/${count}`) ?? randomUUID();
  }

  /** The idempotency key of the request, if there is one. */
  get idempotencyKey(): string | undefined {
    return this.cls.get('idempotencyKey');
  }

  /** A uuid derived from the idempotency key and the name; undefined without a key. */
  idFor(name: string): string | undefined {
    const key = this.idempotencyKey;
    return key === undefined ? undefined : uuidFrom(`${key}\n${name}`);
  }

  /** The position of the last event written in this context, so that a reader can wait for it. */
  get wrote(): bigint {
    return (this.cls.isActive() ? this.cls.get('wrote') : undefined) ?? 0n;
  }

  set wrote(position: bigint) {
    this.cls.set('wrote', position);
  }
}

/** A uuid made from a hash (RFC 9562 version 8): always the same for the same name. */
export const uuidFrom = (name: string): string => {
  const bytes = createHash('sha256').update(name).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
};
