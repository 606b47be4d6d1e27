import { bookingsModule } from '#bookings';
import { identityModule } from '#identity';
import { messagesModule } from '#messages';
import { defineModule, eventTypesOf, type ModuleDefinition, platformTitles } from '#platform/module';
import { AuditController } from './audit.controller.ts';
import { auditOf } from './audit.projection.ts';
import { AuditQueries } from './audit.queries.ts';
import { auditRows } from './audit.rows.ts';
import { access } from './backoffice.access.ts';
import * as contract from './contract.ts';
import { FailedRefundsQueries } from './failed-refunds.queries.ts';
import { OverviewController } from './overview.controller.ts';
import { OverviewQueries } from './overview.queries.ts';
import { ReportsController } from './reports.controller.ts';
import { StaffBookingsController } from './staff-bookings.controller.ts';

/** The back office, with an audit trail of the events of these modules. */
export const backofficeModule = (modules: readonly ModuleDefinition[]): ModuleDefinition => {
  const types = [
    ...Object.keys(platformTitles).map((type) => [type, 'platform'] as const),
    ...modules.flatMap((each) => eventTypesOf(each).map((type) => [type, each.name] as const)),
  ];
  return defineModule({
    name: 'backoffice',
    imports: [identityModule, bookingsModule, messagesModule],
    projections: [[auditOf(new Map(types)), auditRows]],
    queries: AuditQueries,
    contract,
    providers: [FailedRefundsQueries, OverviewQueries],
    controllers: [OverviewController, AuditController, ReportsController, StaffBookingsController],
    access,
    auditTitles: {},
  });
};
