import { Controller, Get } from '@nestjs/common';
import { BookingsQueries } from '#bookings';
import { IdentityQueries } from '#identity';
import { LeadsQueries } from '#leads';
import { Context } from '#platform/context';

const shownBookings = 5;
const shownLeads = 3;

/** The counts and short lists of the dashboard, by the caller's role. */
@Controller('api/v1/dashboard')
export class DashboardController {
  constructor(
    private readonly context: Context,
    private readonly identity: IdentityQueries,
    private readonly bookings: BookingsQueries,
    private readonly leads: LeadsQueries,
  ) {}

  @Get()
  async mine() {
    const { id } = this.context.origin.by;
    const { role } = await this.identity.me(id);
    return role === 'client' ? this.#client(id) : this.#pro(id, role);
  }

  async #pro(id: string, role: 'creator' | 'vendor') {
    const [counts, leadPurchases, recentBookings, newLeads] = await Promise.all([
      this.bookings.counts(id),
      this.leads.countPurchases(id),
      this.bookings.newest(id, shownBookings),
      this.leads.newest(shownLeads),
    ]);
    return { role, activeBookings: counts.all, leadPurchases, galleriesDelivered: 0, recentBookings, newLeads };
  }

  async #client(id: string) {
    const [counts, postedLeads, yourBookings, yourLeads] = await Promise.all([
      this.bookings.counts(id),
      this.leads.countOf(id),
      this.bookings.newest(id, shownBookings),
      this.leads.newestOf(id, shownLeads),
    ]);
    return { role: 'client', bookings: counts.all, postedLeads, galleriesReceived: 0, yourBookings, yourLeads };
  }
}
