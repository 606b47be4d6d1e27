import { Injectable } from '@nestjs/common';
import type { CatalogPublished } from '#catalog';
import { dayEnd, westernmostZone } from '#kernel';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';
import type { Reaction } from '#platform/reactions';
import type { LeadEvents } from '../lead.ts';
import { MatchScores } from '../matching/index.ts';
import { LeadMatchesQueries } from './lead-matches.queries.ts';
import { leadScores } from './lead-scores.ts';

/** The read tables that leads and professionals are compared by. */
const comparedTables = [
  'leads',
  'creator_profiles',
  'creator_services',
  'creator_locations',
  'creator_packages',
  'availabilities',
  'blocked_periods',
  'reserved_days',
];

/** After these events, professionals no longer see the lead. */
type ClosingEvent = 'LeadWithdrawn' | 'LeadClosed' | 'LeadBooked' | 'LeadHeld' | 'LeadRemoved';
type ProfileEvent = Exclude<keyof CatalogPublished, 'CalendarChecked' | 'CreatorDayReleased'>;

/** Computes the scores of new leads, and of professionals whose profile or calendar has changed. */
@Injectable()
export class LeadMatchesReactions {
  constructor(
    private readonly matches: LeadMatchesQueries,
    private readonly scores: MatchScores,
    private readonly store: EventStore,
    private readonly projector: Projector,
  ) {}

  readonly scoreLead: Reaction<LeadEvents> = {
    name: 'leads.score-lead',
    to: 'LeadPosted',
    queue: 'lead-matching',
    catchUp: true,
    react: ({ stream, position }) => this.#scoreLead(stream, position),
  };

  readonly scoreChanged: Reaction<LeadEvents> = {
    name: 'leads.score-after-lead-changed',
    to: 'LeadChanged',
    queue: 'lead-matching',
    react: ({ stream, position }) => this.#scoreLead(stream, position),
  };

  readonly forgetLead = [
    this.#forgetAfter('LeadWithdrawn'),
    this.#forgetAfter('LeadClosed'),
    this.#forgetAfter('LeadBooked'),
    this.#forgetAfter('LeadHeld'),
    this.#forgetAfter('LeadRemoved'),
  ];

  readonly forgetExpired: Reaction<LeadEvents> = {
    name: 'leads.forget-scores-after-lead-expired',
    to: 'LeadPosted',
    queue: 'lead-matching',
    runAt: ({ data: { eventDate, expiresAt } }) => expiryOf(eventDate, expiresAt),
    react: ({ stream }) => this.#forgetExpired(stream),
  };

  /** The date of the lead's event may have changed. */
  readonly forgetExpiredAfterChange: Reaction<LeadEvents> = {
    name: 'leads.forget-scores-after-changed-lead-expired',
    to: 'LeadChanged',
    queue: 'lead-matching',
    runAt: ({ data: { eventDate, expiresAt } }) => expiryOf(eventDate, expiresAt),
    react: ({ stream }) => this.#forgetExpired(stream),
  };

  /** A purchase extends the lifetime of a lead. */
  readonly forgetExpiredAfterPurchase: Reaction<LeadEvents> = {
    name: 'leads.forget-scores-after-purchased-lead-expired',
    to: 'LeadPurchased',
    queue: 'lead-matching',
    runAt: ({ data: { expiresAt } }) => expiresAt,
    react: ({ stream }) => this.#forgetExpired(stream),
  };

  readonly scoreReopened: Reaction<LeadEvents> = {
    name: 'leads.score-after-lead-reopened',
    to: 'LeadReopened',
    queue: 'lead-matching',
    react: ({ stream, position }) => this.#scoreLead(stream, position),
  };

  readonly scoreReleased: Reaction<LeadEvents> = {
    name: 'leads.score-after-lead-released',
    to: 'LeadReleased',
    queue: 'lead-matching',
    react: ({ stream, position }) => this.#scoreLead(stream, position),
  };

  readonly scoreProfessional = [
    this.#after('ProfileDescribed'),
    this.#after('OffersChanged'),
    this.#after('OnboardingCompleted'),
    this.#after('ProfileClosed'),
    this.#after('AvailabilityChanged'),
    this.#after('DaysBlocked'),
    this.#after('DaysUnblocked'),
    this.#after('CalendarUnsubscribed'),
    this.#after('CreatorDayReserved'),
  ];

  /** A calendar is read every few hours. Most checks find no change, and their events have no busy days. */
  readonly scoreAfterCalendarChecked: Reaction<CatalogPublished> = {
    name: 'leads.score-after-calendar-checked',
    to: 'CalendarChecked',
    queue: 'matching',
    react: async ({ data: { creatorId, busy }, position }) => {
      if (busy !== null) await this.#scoreProfessional(creatorId, position);
    },
  };

  readonly scoreAfterRelease: Reaction<CatalogPublished> = {
    name: 'leads.score-after-creator-day-released',
    to: 'CreatorDayReleased',
    queue: 'matching',
    // The stream is named after the professional and the day.
    react: ({ stream, position }) =>
      this.#scoreProfessional(stream.slice('creator-day-'.length, -'-YYYY-MM-DD'.length), position),
  };

  #forgetAfter(to: ClosingEvent): Reaction<LeadEvents> {
    return {
      name: `leads.forget-scores-after-${kebab(to)}`,
      to,
      queue: 'lead-matching',
      react: async ({ stream, position }: { stream: string; position: bigint }) => {
        // Scores that are read later must not be computed from a table that still shows the lead as active.
        await this.projector.requireCaughtUp('leads', position);
        await this.scores.removeLead(stream);
      },
    };
  }

  #after(to: ProfileEvent): Reaction<Pick<CatalogPublished, 'ProfileClosed'>> {
    return {
      name: `leads.score-after-${kebab(to)}`,
      // The data of all these events names the professional.
      to: to as 'ProfileClosed',
      queue: 'matching',
      react: ({ data: { creatorId }, position }) => this.#scoreProfessional(creatorId, position),
    };
  }

  async #scoreLead(leadId: string, position: bigint): Promise<void> {
    await this.#requireCaughtUp(position);
    const readAt = await this.scores.now();
    const scores = await this.matches.ofLead(leadId);
    await this.scores.replaceForLead(leadId, scores, readAt);
    const facts = { leadId, professionals: scores.length };
    await this.store.handle(leadScores, `lead-scores-${leadId.slice('lead-'.length)}`, 'record', facts);
  }

  async #forgetExpired(leadId: string): Promise<void> {
    if (!(await this.matches.isOpen(leadId))) await this.scores.removeLead(leadId);
  }

  /**
   * A change of a profile is several events. The first job takes all of them into account, so the others have nothing
   * to do.
   */
  async #scoreProfessional(creatorId: string, position: bigint): Promise<void> {
    if (await this.scores.includes(creatorId, position)) return;
    const head = await this.store.head();
    await this.#requireCaughtUp(head);
    const readAt = await this.scores.now();
    const scores = await this.matches.ofProfessional(creatorId);
    await this.scores.replaceForProfessional(creatorId, scores, readAt, head);
    await this.store.handle(leadScores, `lead-scores-${creatorId}`, 'recordProfessional', { creatorId });
  }

  /**
   * A table that is behind, even one that an operator paused, must not lead to scores of old data: the job is tried
   * again.
   */
  async #requireCaughtUp(position: bigint): Promise<void> {
    await Promise.all(comparedTables.map((table) => this.projector.requireCaughtUp(table, position)));
  }
}

/** When a lead expires if it is not bought: after the day of the event, or at the end of its lifetime. */
const expiryOf = (eventDate: string, expiresAt: string): string => {
  const eventEnd = dayEnd(eventDate, westernmostZone);
  return eventEnd < expiresAt ? eventEnd : expiresAt;
};

const kebab = (type: string): string => type.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
