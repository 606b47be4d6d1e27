import { Injectable } from '@nestjs/common';
import { CatalogQueries } from '#catalog';
import { LeadsQueries } from '#leads';

/** The place of an event, for the calculation of its deadlines. */
@Injectable()
export class EventPlaces {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly leads: LeadsQueries,
  ) {}

  /**
   * The IANA name of the time zone of a place that a party described. Places nearby are that of the lead and those
   * where the professional works.
   */
  async timeZone(
    description: string,
    { creatorId, leadId }: { creatorId: string; leadId?: string | null | undefined },
  ): Promise<string> {
    const [leads, profiles] = await Promise.all([
      this.leads.byIds(leadId ? [leadId] : []),
      this.catalog.profiles([creatorId]),
    ]);
    const lead = leads.get(leadId ?? '');
    const nearby = lead ? [{ city: lead.locationCity, state: lead.locationState }] : [];
    return this.leads.timeZoneOf(description, [...nearby, ...(profiles.get(creatorId)?.locations ?? [])]);
  }
}
