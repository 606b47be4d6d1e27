import { Injectable } from '@nestjs/common';
import { type Offer, OffersQueries } from '#catalog';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { sql } from '#platform/reads';
import { maskContacts } from '../contact-mask.ts';
import type { LeadMatch } from '../contract.ts';
import { LeadRowsQueries } from '../lead-rows.queries.ts';
import { openLeads } from '../leads.conditions.ts';
import { LeadsQueries } from '../leads.queries.ts';
import type { LeadRow } from '../leads.rows.ts';
import {
  describeFactors,
  exclusionText,
  gazetteer,
  type LeadToMatch,
  type MatchScore,
  matchOf,
  type ProfessionalToMatch,
  reasonText,
  scoreVersion,
  wordsOf,
} from '../matching/index.ts';

/** How many leads are compared with one professional at a time. */
const batchSize = 2_000;

/** Compares leads with professionals. */
@Injectable()
export class LeadMatchesQueries {
  constructor(
    private readonly reads: LeadRowsQueries,
    private readonly leads: LeadsQueries,
    private readonly offers: OffersQueries,
    private readonly context: Context,
  ) {}

  /** Whether a lead is active and has not expired. */
  async isOpen(leadId: string): Promise<boolean> {
    return (await this.#open(leadId)) !== undefined;
  }

  /** The scores of an active lead for all professionals that it is not excluded for. None if it is not active. */
  async ofLead(leadId: string): Promise<readonly MatchScore[]> {
    const row = await this.#open(leadId);
    if (!row) return [];
    const lead = leadToMatch(row);
    const event = { date: lead.eventDate, days: lead.durationDays };
    const [offers, stateOf] = await Promise.all([this.offers.listed(), this.offers.eventStates([event])]);
    return offers.flatMap((offer) => {
      const date = stateOf(offer.creatorId, event.date, event.days);
      return scoresOf(row, lead, offer.creatorId, { ...professionalOf(offer), date });
    });
  }

  /** The scores of all active leads for a professional. None if they have not completed the onboarding. */
  async ofProfessional(creatorId: string): Promise<readonly MatchScore[]> {
    const [offer] = await this.offers.listed(creatorId);
    if (!offer) return [];
    const professional = professionalOf(offer);
    const scores: MatchScore[] = [];
    for (let lastId = ''; ; ) {
      const where = [sql`lead.id > ${lastId}`, ...openLeads(this.context.now())];
      const rows = await this.reads.rows({ where, order: 'id', limit: batchSize });
      const events = rows.map(({ eventDate, durationDays }) => ({ date: eventDate, days: durationDays }));
      const stateOf = await this.offers.eventStates(events, [creatorId]);
      for (const row of rows) {
        const date = stateOf(creatorId, row.eventDate, row.durationDays);
        scores.push(...scoresOf(row, leadToMatch(row), creatorId, { ...professional, date }));
      }
      const last = rows.at(-1);
      if (!last || rows.length < batchSize) return scores;
      lastId = last.id;
    }
  }

  /**
   * Why an active lead has its score for the caller, or why it is not among their matches. Refuses `lead-not-found`.
   */
  async explain(leadId: string): Promise<LeadMatch> {
    const { id, role } = this.context.origin.by;
    await this.leads.byId(leadId);
    if (role !== 'creator' && role !== 'vendor')
      refuse('lead-match-not-allowed', 'Only creators and vendors have matches');
    const [[row], [offer]] = await Promise.all([
      this.reads.rows({ where: [sql`lead.id = ${leadId}`] }),
      this.offers.listed(id),
    ]);
    if (!row) refuse('lead-not-found', 'This lead does not exist');
    const none = { matchScore: null, matchReason: null, factors: [], scoreVersion };
    if (!offer) return { ...none, excluded: 'Complete your profile to see how well leads fit you.' };
    const lead = leadToMatch(row);
    const stateOf = await this.offers.eventStates([{ date: lead.eventDate, days: lead.durationDays }], [id]);
    const date = stateOf(id, lead.eventDate, lead.durationDays);
    const match = matchOf(lead, { ...professionalOf(offer), date }, gazetteer.city);
    if (match.excluded) return { ...none, excluded: exclusionText(match) };
    const { score, factors } = match;
    return {
      matchScore: score,
      matchReason: reasonText(factors),
      factors: describeFactors(factors),
      scoreVersion,
      excluded: null,
    };
  }

  /** The row of a lead that is active and has not expired. */
  async #open(leadId: string): Promise<LeadRow | undefined> {
    const where = [sql`lead.id = ${leadId}`, ...openLeads(this.context.now())];
    return (await this.reads.rows({ where }))[0];
  }
}

const professionalOf = ({ text, ...offer }: Offer): Omit<ProfessionalToMatch, 'date'> => ({
  ...offer,
  words: wordsOf(text),
});

const leadToMatch = (row: LeadRow): LeadToMatch => ({
  eventType: row.eventType,
  eventDate: row.eventDate,
  durationDays: row.durationDays,
  // A professional can count the words of the text by changing their own, so contact details are masked here too.
  description: maskContacts(row.description ?? ''),
  city: row.locationCity ?? '',
  region: row.locationState ?? '',
  isVirtual: row.venueType === 'Virtual',
  budgetMin: row.budgetMin,
  budgetMax: row.budgetMax,
  servicesNeeded: row.servicesNeeded,
});

const scoresOf = (
  { id, createdAt }: LeadRow,
  lead: LeadToMatch,
  creatorId: string,
  professional: ProfessionalToMatch,
): readonly MatchScore[] => {
  const match = matchOf(lead, professional, gazetteer.city);
  if (match.excluded) return [];
  return [{ creatorId, leadId: id, score: match.score, postedAt: createdAt, factors: match.factors }];
};
