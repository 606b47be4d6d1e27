import { Injectable } from '@nestjs/common';
import { BookingsQueries } from '#bookings';
import { bankReporter } from '#bookings/contract';
import { MessagesQueries } from '#messages';
import { PlansQueries } from '#plans';
import type { StaffReports } from './contract.ts';

/** How many bookings, and how many reports of conversations, are shown at most. */
const mostReports = 100;

/** What parties reported and staff look into: problems with bookings that are not resolved, and conversations. */
@Injectable()
export class ReportsQueries {
  constructor(
    private readonly bookings: BookingsQueries,
    private readonly messages: MessagesQueries,
    private readonly plans: PlansQueries,
  ) {}

  /** What is open now, without what the parties wrote. */
  async open(): Promise<StaffReports> {
    const { bookings, conversations, proIds } = await this.withTexts();
    return {
      bookings: bookings.map((booking) => ({
        ...booking,
        reports: booking.reports.map((report) => ({ ...report, reason: null })),
      })),
      conversations: conversations.map((conversation) => ({ ...conversation, reason: null })),
      proIds,
    };
  }

  /** What is open now, with what the parties wrote. The caller records who sees it. */
  async withTexts(): Promise<StaffReports> {
    const [bookings, conversations] = await Promise.all([
      this.bookings.disputed(mostReports),
      this.messages.reported(mostReports),
    ]);
    const proIds = await this.plans.proAmong(reportersOf({ bookings, conversations }));
    return { bookings: [...bookings], conversations: [...conversations], proIds: [...proIds] };
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
