export { AuditCheckpoints, CheckpointRefused } from './audit/audit-checkpoints.ts';
export type { Checkpoint } from './audit/checkpoint.ts';
export type { Finding } from './audit/inspection.ts';
export { type AuditReport, type AuditScope, LogAudit } from './audit/log-audit.ts';
export { LogReader, masked, type ShownEvent, type Wanted } from './audit/log-reader.ts';
export { checkout } from './checkout.ts';
export { Config, readConfig, WrongSettings } from './config.ts';
export { Context, uuidFrom } from './context.ts';
export { Effects } from './effects/effects.ts';
export { checkLog } from './event-store/engine.ts';
export { EventStore } from './event-store/event-store.ts';
export { AppendTooLarge, NoSuchPosition, UnstorableText, VersionConflict } from './event-store/log-errors.ts';
export { anonymous, originOfRequest, type RequestHead } from './http/origin.ts';
export { escaped, plainPage, plainPageHeaders } from './http/plain-page.ts';
export { Public, publicRoute } from './http/public.ts';
export { Site } from './http/site.ts';
export { DeadLetters } from './jobs/dead-letters.ts';
export { type DeadJob, Jobs, type NewJob, type RunningJob } from './jobs/jobs.ts';
export { type Allowance, type Limit, Limits, limitHeaders } from './limits/limits.ts';
export { neighbourhoodOf, networkOf } from './limits/network.ts';
export { Costly, limitOfRoute, Uncounted, uncountedRoute } from './limits/routes.ts';
export { faultOf, traceOf } from './logging/fault.ts';
export { levelsOf } from './logging/levels.ts';
export { type LetterText, letterFrom } from './mail/letter.layout.ts';
export { MailModule } from './mail/mail.module.ts';
export { type Letter, LetterRefused, Mail } from './mail/mail.ts';
export { hasReaders } from './mail/mailbox.readers.ts';
export { type KeptLetter, Mailbox } from './mail/mailbox.ts';
export { isLoopback, type OpenIdProvider } from './openid-providers.ts';
export { PaymentsGatewayModule } from './payments-gateway/payments-gateway.module.ts';
export {
  type Charge,
  type CheckoutReport,
  type CheckoutRequest,
  type CheckoutSession,
  type CheckoutStatus,
  checkoutLasts,
  GatewayRefused,
  PaymentsGateway,
  type Refund,
  type RefundRequest,
  sessionPlaceholder,
  type WebhookHeaders,
  WebhookRefused,
} from './payments-gateway/payments-gateway.ts';
export { PersonalDataKeys } from './personal-data/personal-data-keys.ts';
export { PlatformModule } from './platform.module.ts';
export { Database, type Queryable } from './postgres/database.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded.ts';
export { isConnectionLost } from './postgres/errors.ts';
export { migrate } from './postgres/migrate.ts';
export { Notices } from './postgres/notices.ts';
export { claim, release } from './postgres/owners.ts';
export { ProjectionBusy } from './projector/busy.ts';
export type { FoldProgress } from './projector/fold-pass.ts';
export { Projector } from './projector/projector.ts';
export { BrokenFold } from './projector/read-model.ts';
export type { RebuildOptions, RebuildReport, Rebuilt } from './projector/rebuild.ts';
export { NoWayBack, type RolledBack } from './projector/rollback.ts';
export type { ProjectionStatus } from './projector/status.ts';
export type { StoredTable } from './projector/stored-tables.ts';
export { TableInUse } from './projector/swap.ts';
export type { Verified } from './projector/verification.ts';
export { afterErasure, type Reaction, Reactor } from './reactor/reactor.ts';
export { type Page, pageOf, placeIn } from './read-model/cursor.ts';
export { Instant } from './read-model/instant.ts';
