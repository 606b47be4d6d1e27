import { aiModule } from '#ai';
import { bookingsModule } from '#bookings';
import { galleriesModule } from '#galleries';
import { identityModule } from '#identity';
import { leadsModule } from '#leads';
import { messagesModule } from '#messages';
import { payoutsModule } from '#payouts';
import { plansModule } from '#plans';
import { defineModule, eventTypesOf, type ModuleDefinition, platformTitles } from '#platform/module';
import { accesses } from './accesses.projection.ts';
import { AccessesQueries } from './accesses.queries.ts';
import { accessRows } from './accesses.rows.ts';
import * as auditCommands from './audit.commands.ts';
import { AuditController } from './audit.controller.ts';
import { auditOf } from './audit.projection.ts';
import { AuditQueries } from './audit.queries.ts';
import { auditRows } from './audit.rows.ts';
import { access } from './backoffice.access.ts';
import * as bookingEvidenceCommands from './booking-evidence.commands.ts';
import * as bookingGalleryCommands from './booking-gallery.commands.ts';
import * as bookingsExportCommands from './bookings-export.commands.ts';
import { bookingsExport } from './bookings-export.ts';
import * as contract from './contract.ts';
import { EventResultsController } from './event-results.controller.ts';
import { EventResultsQueries } from './event-results.queries.ts';
import * as failedJobsCommands from './failed-jobs.commands.ts';
import { FailedJobsReactions } from './failed-jobs.reactions.ts';
import { FailedRefundsQueries } from './failed-refunds.queries.ts';
import { IntegrityController } from './integrity.controller.ts';
import { IntegrityQueries } from './integrity.queries.ts';
import * as logVerificationCommands from './log-verification.commands.ts';
import { logVerifications } from './log-verification.projection.ts';
import { LogVerificationReactions } from './log-verification.reactions.ts';
import { logVerificationRows } from './log-verification.rows.ts';
import { logVerification } from './log-verification.ts';
import * as maintenanceCommands from './maintenance.commands.ts';
import { maintenanceTasks } from './maintenance.projection.ts';
import { MaintenanceQueries } from './maintenance.queries.ts';
import { MaintenanceReactions } from './maintenance.reactions.ts';
import { maintenanceRows } from './maintenance.rows.ts';
import { maintenance } from './maintenance.ts';
import { MetricsController } from './metrics.controller.ts';
import { OperationController } from './operation.controller.ts';
import { OperationQueries } from './operation.queries.ts';
import { OverviewController } from './overview.controller.ts';
import { OverviewQueries } from './overview.queries.ts';
import * as peopleCommands from './people.commands.ts';
import { PeopleController } from './people.controller.ts';
import { PeopleQueries } from './people.queries.ts';
import { ReceiptKeysController } from './receipt-keys.controller.ts';
import * as reportsCommands from './reports.commands.ts';
import { ReportsController } from './reports.controller.ts';
import { ReportsQueries } from './reports.queries.ts';
import { StaffBookingsController } from './staff-bookings.controller.ts';
import * as staffConversationsCommands from './staff-conversations.commands.ts';
import { StaffConversationsController } from './staff-conversations.controller.ts';
import { RefundRequestsController, StaffLeadsListController } from './staff-leads.controller.ts';
import * as staffPayoutsCommands from './staff-payouts.commands.ts';
import { StaffPayoutsController } from './staff-payouts.controller.ts';
import { StaffReviewsController } from './staff-reviews.controller.ts';
import { TimelineRows } from './timeline-rows.queries.ts';

/** The back office, with an audit trail of the events of these modules. */
export const backofficeModule = (modules: readonly ModuleDefinition[]): ModuleDefinition => {
  const types = [
    ...Object.keys(platformTitles).map((type) => [type, 'platform'] as const),
    ...modules.flatMap((each) => eventTypesOf(each).map((type) => [type, each.name] as const)),
    ...eventTypesOf({ aggregates: [bookingsExport, maintenance, logVerification] }).map(
      (type) => [type, 'backoffice'] as const,
    ),
  ];
  return defineModule({
    name: 'backoffice',
    imports: [
      identityModule,
      leadsModule,
      plansModule,
      bookingsModule,
      payoutsModule,
      galleriesModule,
      messagesModule,
      aiModule,
    ],
    aggregates: [bookingsExport, maintenance, logVerification],
    projections: [
      [auditOf(new Map(types)), auditRows],
      [accesses, accessRows],
      [maintenanceTasks, maintenanceRows],
      [logVerifications, logVerificationRows],
    ],
    queries: AuditQueries,
    contract,
    commands: [
      auditCommands,
      bookingEvidenceCommands,
      bookingGalleryCommands,
      bookingsExportCommands,
      failedJobsCommands,
      peopleCommands,
      reportsCommands,
      maintenanceCommands,
      logVerificationCommands,
      staffConversationsCommands,
      staffPayoutsCommands,
    ],
    reactions: [MaintenanceReactions, LogVerificationReactions, FailedJobsReactions],
    providers: [
      MaintenanceQueries,
      IntegrityQueries,
      TimelineRows,
      EventResultsQueries,
      OperationQueries,
      AccessesQueries,
      PeopleQueries,
      ReportsQueries,
      FailedRefundsQueries,
      OverviewQueries,
    ],
    controllers: [
      OverviewController,
      AuditController,
      ReceiptKeysController,
      EventResultsController,
      ReportsController,
      StaffBookingsController,
      StaffLeadsListController,
      RefundRequestsController,
      StaffReviewsController,
      StaffPayoutsController,
      PeopleController,
      StaffConversationsController,
      OperationController,
      IntegrityController,
      MetricsController,
    ],
    personalData: { export: { accesses: ({ userId }, queries) => queries.accessesTo(userId) } },
    access,
    auditTitles: {
      BookingsExported: 'Bookings exported',
      MaintenanceStarted: 'Work on projections started',
      MaintenanceFinished: 'Work on projections finished',
      MaintenanceFailed: 'Work on projections failed',
      LogVerificationStarted: 'Verification of the log started',
      LogVerificationFinished: 'Log verified',
      LogVerificationFailed: 'Verification of the log failed',
    },
  });
};
