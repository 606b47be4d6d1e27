import { Injectable } from '@nestjs/common';
import { StaffBookingsQueries } from '#bookings';
import { GalleriesQueries } from '#galleries';
import type { StaffRole } from '#identity';
import { LeadsQueries } from '#leads';
import { MessagesQueries } from '#messages';
import { PayoutsQueries } from '#payouts';
import { DeadLetters } from '#platform/jobs';
import { Projector } from '#platform/projections';
import type { StaffOverview } from './contract.ts';
import { FailedRefundsQueries } from './failed-refunds.queries.ts';
import { IntegrityQueries } from './integrity.queries.ts';
import { bookingRoles, moneyRoles, operationRoles } from './staff-roles.contract.ts';

/** What needs the attention of staff now. */
@Injectable()
export class OverviewQueries {
  constructor(
    private readonly bookings: StaffBookingsQueries,
    private readonly galleries: GalleriesQueries,
    private readonly leads: LeadsQueries,
    private readonly messages: MessagesQueries,
    private readonly refunds: FailedRefundsQueries,
    private readonly payouts: PayoutsQueries,
    private readonly deadLetters: DeadLetters,
    private readonly projector: Projector,
    private readonly integrity: IntegrityQueries,
  ) {}

  /** The part that concerns staff with these roles. */
  async of(roles: readonly StaffRole[]): Promise<StaffOverview> {
    const has = (allowed: readonly StaffRole[]) => roles.some((role) => allowed.includes(role));
    const [openReports, bookings, leads, waitingPayouts, operation] = await Promise.all([
      has(bookingRoles) ? this.messages.openReports() : null,
      has(bookingRoles) ? this.#bookings() : null,
      has(bookingRoles) ? this.#leads() : null,
      has(moneyRoles) ? this.payouts.countWaiting() : null,
      has(operationRoles) ? this.#operation() : null,
    ]);
    return { openReports, bookings, leads, waitingPayouts, operation };
  }

  async #bookings(): Promise<StaffOverview['bookings']> {
    const [attention, failed, late] = await Promise.all([
      this.bookings.attention(),
      this.refunds.bookingIds(),
      this.galleries.lateBookings(),
    ]);
    return { ...attention, failedRefunds: failed.length, lateDeliveries: late.length };
  }

  async #leads(): Promise<StaffOverview['leads']> {
    const [held, failed] = await Promise.all([this.leads.countHeld(), this.refunds.leadIds()]);
    return { held, failedRefunds: failed.length };
  }

  async #operation(): Promise<StaffOverview['operation']> {
    const [failed, projections, verification] = await Promise.all([
      this.deadLetters.list(),
      this.projector.status(),
      this.integrity.latest(),
    ]);
    return {
      failedJobs: failed.length,
      stoppedProjections: projections.filter(({ failure }) => failure !== undefined).map(({ name }) => name),
      behind: Math.max(0, ...projections.map(({ behind }) => Number(behind))),
      age: Math.max(0, ...projections.map(({ age }) => age)),
      verifiedAt: verification?.endedAt ?? null,
      logFindings: verification?.findings ?? null,
    };
  }
}
