export { ChangePayoutDestination } from './payout-destination.commands.ts';
export {
  HandOverPayouts,
  RecordPayoutFailure,
  RecordPayoutReturn,
  RecordTransfer,
  StartPayout,
} from './payouts.commands.ts';
export { payoutsModule } from './payouts.module.ts';
export { PayoutsQueries, type StaffPayout } from './payouts.queries.ts';
