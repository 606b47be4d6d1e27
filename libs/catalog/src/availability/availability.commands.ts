import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { dayAfter, Refusal } from '#kernel';
import { busyPeriods, CalendarSource, CalendarUnreadable } from '#platform/calendars';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { availability, defaultPattern, isBlocked } from './availability.ts';
import type { AvailabilitySettings } from './contract.ts';
import { creatorDay, creatorDayOf, holds } from './creator-day.ts';

/** How many days ahead the busy days of other calendars are known. */
const horizon = 550;
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

/** The address of a creator's feed follows from the number of its changes. */
type Feed = { readonly creatorId: string; readonly feed: number };

/** Gives the caller's own feed a new address. */
export class RotateCalendarFeed extends Command<Feed> {}

@CommandHandler(RotateCalendarFeed)
export class RotateCalendarFeedHandler implements ICommandHandler<RotateCalendarFeed> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute(_: RotateCalendarFeed): Promise<Feed> {
    const creatorId = this.context.origin.by.id;
    const { state } = await this.store.handle(availability, `availability-${creatorId}`, 'rotateFeed', { creatorId });
    return { creatorId, feed: state.feed };
  }
}

/** Counts the busy days of another calendar of the caller, at this address. Returns the creator's id. */
export class SubscribeToCalendar extends Command<string> {
  constructor(readonly url: string) {
    super();
  }
}

@CommandHandler(SubscribeToCalendar)
export class SubscribeToCalendarHandler implements ICommandHandler<SubscribeToCalendar> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ url }: SubscribeToCalendar): Promise<string> {
    const creatorId = this.context.origin.by.id;
    const facts = { creatorId, subscriptionId: this.context.newId(), url };
    await this.store.handle(availability, `availability-${creatorId}`, 'subscribe', facts);
    return creatorId;
  }
}

/** Forgets the caller's other calendar and its busy days. */
export class UnsubscribeFromCalendar extends Command<void> {}

@CommandHandler(UnsubscribeFromCalendar)
export class UnsubscribeFromCalendarHandler implements ICommandHandler<UnsubscribeFromCalendar> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute(_: UnsubscribeFromCalendar): Promise<void> {
    const creatorId = this.context.origin.by.id;
    await this.store.handle(availability, `availability-${creatorId}`, 'unsubscribe', { creatorId });
  }
}

/** Reads the other calendar of a creator, if it is still this one, and records its busy days or why it could not be read. */
export class CheckCalendar extends Command<void> {
  constructor(
    readonly creatorId: string,
    readonly subscriptionId: string,
  ) {
    super();
  }
}

@CommandHandler(CheckCalendar)
export class CheckCalendarHandler implements ICommandHandler<CheckCalendar> {
  constructor(
    private readonly store: EventStore,
    private readonly source: CalendarSource,
    private readonly context: Context,
  ) {}

  async execute({ creatorId, subscriptionId }: CheckCalendar): Promise<void> {
    const stream = `availability-${creatorId}` as const;
    const { subscription } = (await this.store.load(availability, stream)).state;
    if (subscription?.id !== subscriptionId || !subscription.url) return;
    const result = await this.#read(subscription.url);
    await this.store.handle(availability, stream, 'recordCheck', { subscriptionId, ...result });
  }

  /** The period begins and ends with a month, so that on most days entries that repeat for ever change nothing. */
  async #read(url: string) {
    const from = `${this.context.now().toISOString().slice(0, 7)}-01`;
    try {
      const text = await this.source.textAt(url);
      return { busy: busyPeriods(text, from, dayAfter(from, horizon)), problem: null };
    } catch (error) {
      if (!(error instanceof CalendarUnreadable)) throw error;
      return { busy: null, problem: error.message };
    }
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

/** Releases a day that an attempt to confirm a booking, or an earlier one, reserved. A later attempt keeps the day. Idempotent. */
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
