import { aiModule } from '#ai';
import { backofficeModule } from '#backoffice';
import { bookingsModule } from '#bookings';
import { catalogModule } from '#catalog';
import { galleriesModule } from '#galleries';
import { identityModule } from '#identity';
import { leadsModule } from '#leads';
import { messagesModule } from '#messages';
import { notificationsModule } from '#notifications';
import { paymentsModule } from '#payments';
import { payoutsModule } from '#payouts';
import { plansModule } from '#plans';
import type { ModuleDefinition } from '#platform/module';

const domainModules: readonly ModuleDefinition[] = [
  identityModule,
  notificationsModule,
  paymentsModule,
  plansModule,
  catalogModule,
  leadsModule,
  bookingsModule,
  payoutsModule,
  messagesModule,
  galleriesModule,
  aiModule,
];

/** The one list of modules: API, worker and command line are built from it. */
export const modules: readonly ModuleDefinition[] = [...domainModules, backofficeModule(domainModules)];
