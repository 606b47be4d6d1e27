import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { BookingsQueries } from '#bookings';
import { bankReporter } from '#bookings/contract';
import { MessagesQueries } from '#messages';
import { PlansQueries } from '#plans';
import { cursorAt, placeIn } from '#platform/reads';
import type { StaffReports } from './contract.ts';

/** How many bookings, and how many reports of conversations, a page has at most. */
const pageSize = 50;

/** Where the next bookings and the next reports of conversations begin. The cursor of a list that has ended is ''. */
const placeInReports = z.tuple([z.string(), z.string()]);

/** What parties reported and staff look into: problems with bookings that are not resolved, and conversations. */
@Injectable()
export class ReportsQueries {
  constructor(
    private readonly bookings: BookingsQueries,
    private readonly messages: MessagesQueries,
    private readonly plans: PlansQueries,
  ) {}

  /** A page of what is open now, without what the parties wrote. */
  async open(cursor?: string): Promise<StaffReports> {
    const { bookings, conversations, ...page } = await this.withTexts(cursor);
    return {
      bookings: bookings.map((booking) => ({
        ...booking,
        reports: booking.reports.map((report) => ({ ...report, reason: null })),
      })),
      conversations: conversations.map((conversation) => ({ ...conversation, reason: null })),
      ...page,
    };
  }

  /** A page of what is open now, with what the parties wrote. The caller records who sees it. */
  async withTexts(cursor?: string): Promise<StaffReports> {
    const [afterBooking, afterConversation] = placeIn(placeInReports, cursor) ?? [];
    const ended = { items: [], nextCursor: null };
    const [{ items: bookings, ...ofBookings }, { items: conversations, ...ofConversations }] = await Promise.all([
      afterBooking === '' ? ended : this.bookings.disputed(pageSize, afterBooking),
      afterConversation === '' ? ended : this.messages.reported(pageSize, afterConversation),
    ]);
    const proIds = await this.plans.proAmong(reportersOf({ bookings, conversations }));
    const next = [ofBookings.nextCursor ?? '', ofConversations.nextCursor ?? ''];
    const nextCursor = next.every((place) => place === '') ? null : cursorAt(next);
    return { bookings, conversations, proIds: [...proIds], nextCursor };
  }
}

type Reports = {
  readonly bookings: readonly StaffReports['bookings'][number][];
  readonly conversations: readonly StaffReports['conversations'][number][];
};

/** The people who reported something. */
export const reportersOf = ({ bookings, conversations }: Reports): readonly string[] => [
  ...new Set([
    ...bookings.flatMap(({ reports }) =>
      reports.map(({ reportedBy }) => reportedBy).filter((id) => id !== bankReporter),
    ),
    ...conversations.map(({ reportedBy }) => reportedBy),
  ]),
];
