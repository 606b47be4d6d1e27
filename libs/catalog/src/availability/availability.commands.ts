import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { dayAfter, Refusal } from '#kernel';
import { busyPeriods, CalendarSource, CalendarUnreadable } from '#platform/calendars';
import { Context } from '#platform/context';
import { EventStore, type LoadedAggregate } from '#platform/event-store';
import { type Availability, availability, defaultPattern, isBlocked } from './availability.ts';
import type { AvailabilitySettings } from './contract.ts';
import { creatorDay, creatorDayOf, holds, refuseBlocked } from './creator-day.ts';

type ReservedDay = DayReservation & { readonly amongSeveral: boolean };
/** `isNew`: this command reserved the day; otherwise an earlier one did. */
type Reservation = { readonly isHeld: boolean; readonly isNew: boolean };
type Settings = LoadedAggregate<Availability>;

/** How many days ahead the busy days of other calendars are known. */
const horizon = 550;
/** How many times the reservation of a day is retried if the creator changes the settings at the same time. */
const reserveAttempts = 5;

/**
 * Replaces the caller's own availability settings. Returns the creator's id. Refuses `availability-changed` if the
 * caller has seen other settings.
 */
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

  async execute({ settings: { blocked, known, ...pattern } }: ChangeAvailability): Promise<string> {
    const creatorId = this.context.origin.by.id;
    await this.store.handle(availability, `availability-${creatorId}`, 'change', {
      creatorId,
      ...pattern,
      blocked: blocked.map((block) => ({ ...block, blockId: this.context.newId() })),
      known: known ?? null,
    });
    return creatorId;
  }
}

/** `feed` counts the changes of the address of a creator's feed, which is derived from it. */
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

/**
 * Subscribes to another calendar of the caller, at this address, so that its busy days count. Returns the creator's id.
 */
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

/** Removes the caller's other calendar and its busy days. */
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

/**
 * Reads the other calendar of a creator, if it is still this one, and records its busy days or why it could not be
 * read.
 */
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

  /**
   * The period starts on the first day of the current month. So entries that repeat forever change the busy days only
   * when a new month begins.
   */
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

/**
 * One attempt to confirm a booking on these days, which are YYYY-MM-DD. `attempt` is the number of earlier attempts.
 */
type DaysReservation = {
  readonly creatorId: string;
  readonly dates: readonly string[];
  readonly bookingId: string;
  readonly attempt: number;
};
/** The same for one day. */
type DayReservation = Omit<DaysReservation, 'dates'> & { readonly date: string };

/**
 * The days that are reserved, and the refusal if some could not be; null if a repeated command finds that a day was
 * released since.
 */
type ReservedDays = { readonly reserved: readonly string[]; readonly refusal: Refusal | null };

/**
 * Reserves a creator's days for an attempt to confirm a booking, in their order, until one of them is refused with
 * `creator-day-taken` or `creator-day-blocked`. The caller ends the attempt before it releases the days that were
 * reserved, so that the same attempt cannot be confirmed without them.
 */
export class ReserveCreatorDays extends Command<ReservedDays> {
  constructor(readonly reservation: DaysReservation) {
    super();
  }
}

@CommandHandler(ReserveCreatorDays)
export class ReserveCreatorDaysHandler implements ICommandHandler<ReserveCreatorDays> {
  constructor(private readonly store: EventStore) {}

  async execute({ reservation: { dates, ...attempt } }: ReserveCreatorDays): Promise<ReservedDays> {
    const known = { settings: await this.#settings(attempt.creatorId) };
    const amongSeveral = dates.length > 1;
    const reserved: string[] = [];
    const added: string[] = [];
    try {
      for (const date of dates) {
        const { isHeld, isNew } = await this.#reserve({ ...attempt, date, amongSeveral }, known);
        if (!isHeld) break;
        reserved.push(date);
        if (isNew) added.push(date);
      }
      await this.#requireOpen({ ...attempt, settings: known.settings }, added, amongSeveral);
      return { reserved, refusal: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { reserved, refusal: error };
    }
  }

  /** Reads the settings again if a day was reserved under newer ones. */
  async #reserve(day: ReservedDay, known: { settings: Settings }, attempts = 1): Promise<Reservation> {
    const { state: settings, version } = known.settings;
    const { capacity } = settings.pattern ?? defaultPattern;
    const terms = { capacity, blocked: isBlocked(settings, day.date), settings: version };
    try {
      const stream = creatorDayOf(day.creatorId, day.date);
      const { state, events } = await this.store.handle(creatorDay, stream, 'reserve', { ...day, terms });
      // A repeated command gets the events of the first one, which was decided under the settings of that time.
      const isNew = events.some(({ type, data }) => type === 'CreatorDayReserved' && data.settings === version);
      return { isHeld: holds(state, day.bookingId, day.attempt), isNew };
    } catch (error) {
      const isOutdated = error instanceof Refusal && error.code === 'creator-day-settings-outdated';
      if (!isOutdated || attempts === reserveAttempts) throw error;
      known.settings = await this.#settings(day.creatorId);
      return this.#reserve(day, known, attempts + 1);
    }
  }

  /**
   * The settings are another stream, and may change while a day is reserved. A day that was blocked in the meantime is
   * refused; a day that is blocked later keeps its booking.
   */
  async #requireOpen(
    { creatorId, settings }: { readonly creatorId: string; readonly settings: Settings },
    added: readonly string[],
    amongSeveral: boolean,
  ): Promise<void> {
    if (added.length === 0) return;
    const { state } = (await this.store.hasChanged(settings)) ? await this.#settings(creatorId) : settings;
    const blocked = added.find((date) => isBlocked(state, date));
    if (blocked !== undefined) refuseBlocked(blocked, amongSeveral);
  }

  /** The settings are read from their stream, because read tables may be behind. */
  #settings(creatorId: string): Promise<Settings> {
    return this.store.load(availability, `availability-${creatorId}`);
  }
}

/**
 * Releases a day that an attempt to confirm a booking, or an earlier one, reserved. A later attempt keeps the day.
 * Idempotent.
 */
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
