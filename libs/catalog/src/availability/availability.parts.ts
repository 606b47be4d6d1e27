import { CalendarSource } from '#platform/calendars';
import type { SubmoduleParts } from '#platform/module';
import * as commands from './availability.commands.ts';
import { AvailabilityController, CalendarsController } from './availability.controller.ts';
import { availabilities, blockedPeriods, reservedDays } from './availability.projection.ts';
import { AvailabilityQueries } from './availability.queries.ts';
import { AvailabilityReactions } from './availability.reactions.ts';
import { availabilityRows, blockedPeriodRows, reservedDayRows } from './availability.rows.ts';
import { availability } from './availability.ts';
import { creatorDay } from './creator-day.ts';

/** When professionals work, and the days that bookings reserve. */
export const availabilityParts = {
  aggregates: [availability, creatorDay],
  projections: [
    [availabilities, availabilityRows],
    [blockedPeriods, blockedPeriodRows],
    [reservedDays, reservedDayRows],
  ],
  commands: [commands],
  controllers: [AvailabilityController, CalendarsController],
  providers: [AvailabilityQueries, CalendarSource],
  reactions: [AvailabilityReactions],
} satisfies SubmoduleParts;
