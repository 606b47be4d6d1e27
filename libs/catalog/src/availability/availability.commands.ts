import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { availability, defaultPattern, isBlocked } from './availability.ts';
import type { AvailabilitySettings } from './contract.ts';
import { creatorDay, creatorDayOf, holds } from './creator-day.ts';

/** How often a day is tried again whose creator changes the settings at the same time. */
const reserveAttempts = 5;

/** Replaces the caller's own availability settings. Returns the creator's id. */
export class ChangeAvailability extends Command<string> {
  constructor(readonly settings: AvailabilitySettings) {
    super();
  }
}

@CommandHandler(ChangeAvailability)
export class ChangeAvailabilityHandler implements ICommandHandler<ChangeAvailability> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ settings: { blocked, ...pattern } }: ChangeAvailability): Promise<string> {
    const creatorId = this.context.origin.by.id;
    await this.store.handle(availability, `availability-${creatorId}`, 'change', {
      creatorId,
      ...pattern,
      blocked: blocked.map((block) => ({ ...block, blockId: this.context.newId() })),
    });
    return creatorId;
  }
}

/** Removes a former member's availability. Idempotent. */
export class ClearAvailability extends Command<void> {
  constructor(readonly creatorId: string) {
    super();
  }
}

@CommandHandler(ClearAvailability)
export class ClearAvailabilityHandler implements ICommandHandler<ClearAvailability> {
  constructor(private readonly store: EventStore) {}

  async execute({ creatorId }: ClearAvailability): Promise<void> {
    await this.store.handle(availability, `availability-${creatorId}`, 'clear', {});
  }
}

/** One attempt to confirm a booking on a day, which is YYYY-MM-DD. `attempt` is the number of earlier attempts. */
export type DayReservation = {
  readonly creatorId: string;
  readonly date: string;
  readonly bookingId: string;
  readonly attempt: number;
};

/**
 * Reserves a creator's day for an attempt to confirm a booking. Returns false if a repeated command finds that the day was
 * released since. Refuses `creator-day-taken` and `creator-day-blocked`.
 */
export class ReserveCreatorDay extends Command<boolean> {
  constructor(readonly reservation: DayReservation) {
    super();
  }
}

@CommandHandler(ReserveCreatorDay)
export class ReserveCreatorDayHandler implements ICommandHandler<ReserveCreatorDay> {
  constructor(private readonly store: EventStore) {}

  async execute({ reservation }: ReserveCreatorDay): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#reserve(reservation);
      } catch (error) {
        const isOutdated = error instanceof Refusal && error.code === 'creator-day-settings-outdated';
        if (!isOutdated || attempt === reserveAttempts) throw error;
      }
    }
  }

  /** The settings are read from their stream, because read tables may be behind. */
  async #reserve(reservation: DayReservation): Promise<boolean> {
    const { creatorId, date, bookingId, attempt } = reservation;
    const { state: settings, version } = await this.store.load(availability, `availability-${creatorId}`);
    const { capacity } = settings.pattern ?? defaultPattern;
    const terms = { capacity, blocked: isBlocked(settings, date), settings: version };
    const { state } = await this.store.handle(creatorDay, creatorDayOf(creatorId, date), 'reserve', {
      creatorId,
      date,
      bookingId,
      attempt,
      terms,
    });
    return holds(state, bookingId, attempt);
  }
}

/** Releases a day that an attempt to confirm a booking reserved. A later attempt keeps the day. Idempotent. */
export class ReleaseCreatorDay extends Command<void> {
  constructor(readonly reservation: DayReservation) {
    super();
  }
}

@CommandHandler(ReleaseCreatorDay)
export class ReleaseCreatorDayHandler implements ICommandHandler<ReleaseCreatorDay> {
  constructor(private readonly store: EventStore) {}

  async execute({ reservation: { creatorId, date, bookingId, attempt } }: ReleaseCreatorDay): Promise<void> {
    await this.store.handle(creatorDay, creatorDayOf(creatorId, date), 'release', { bookingId, attempt });
  }
}
