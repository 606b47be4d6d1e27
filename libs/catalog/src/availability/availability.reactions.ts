import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Reaction } from '#platform/reactions';
import { CheckCalendar } from './availability.commands.ts';
import type { AvailabilityEvents } from './availability.ts';

/** How long after a calendar was read, or could not be, it is read again, in milliseconds. */
const checkInterval = 6 * 3_600_000;

@Injectable()
export class AvailabilityReactions {
  constructor(private readonly commands: CommandBus) {}

  readonly readCalendar: Reaction<AvailabilityEvents> = {
    name: 'catalog.read-calendar',
    to: 'CalendarSubscribed',
    queue: 'calendars',
    react: ({ data }) => this.#check(data),
  };

  /** Each reading causes the next one, until the creator unsubscribes or names another calendar. */
  readonly readCalendarAgain: Reaction<AvailabilityEvents> = {
    name: 'catalog.read-calendar-again',
    to: 'CalendarChecked',
    queue: 'calendars',
    delay: checkInterval,
    react: ({ data }) => this.#check(data),
  };

  #check({ creatorId, subscriptionId }: { creatorId: string; subscriptionId: string }): Promise<void> {
    return this.commands.execute(new CheckCalendar(creatorId, subscriptionId));
  }
}
