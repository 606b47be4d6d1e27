import { identityModule } from '#identity';
import { defineModule, eventTypesOf, type ModuleDefinition, platformTitles } from '#platform/module';
import { auditOf } from './audit.projection.ts';
import { AuditQueries } from './audit.queries.ts';
import { auditRows } from './audit.rows.ts';
import { access } from './backoffice.access.ts';
import { AuditController } from './backoffice.controller.ts';
import * as contract from './contract.ts';

/** The back office, with an audit trail of the events of these modules. */
export const backofficeModule = (modules: readonly ModuleDefinition[]): ModuleDefinition => {
  const types = [
    ...Object.keys(platformTitles).map((type) => [type, 'platform'] as const),
    ...modules.flatMap((each) => eventTypesOf(each).map((type) => [type, each.name] as const)),
  ];
  return defineModule({
    name: 'backoffice',
    imports: [identityModule],
    projections: [[auditOf(new Map(types)), auditRows]],
    queries: AuditQueries,
    contract,
    controllers: [AuditController],
    access,
    auditTitles: {},
  });
};
