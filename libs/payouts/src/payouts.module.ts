import { bookingsModule } from '#bookings';
import { identityModule } from '#identity';
import { notificationsModule } from '#notifications';
import { paymentsModule } from '#payments';
import { defineModule } from '#platform/module';
import * as contract from './contract.ts';
import { payoutAccount } from './payout-account.ts';
import * as destinationCommands from './payout-destination.commands.ts';
import { payoutDestination } from './payout-destination.ts';
import { PayoutNotifications } from './payout-notifications.reactions.ts';
import { access } from './payouts.access.ts';
import * as commands from './payouts.commands.ts';
import { PayoutsController } from './payouts.controller.ts';
import { payoutAccounts, payoutDestinations, payouts } from './payouts.projection.ts';
import { PayoutsQueries } from './payouts.queries.ts';
import { PayoutsReactions } from './payouts.reactions.ts';
import { payoutAccountRows, payoutDestinationRows, payoutRows } from './payouts.rows.ts';

const professionalOf = ({ data }: { readonly data: object }) => ({
  people: 'userId' in data ? [String(data.userId)] : [],
});

export const payoutsModule = defineModule({
  name: 'payouts',
  imports: [identityModule, notificationsModule, paymentsModule, bookingsModule],
  aggregates: [payoutAccount, payoutDestination],
  projections: [
    [payoutAccounts, payoutAccountRows],
    [payouts, payoutRows],
    [payoutDestinations, payoutDestinationRows],
  ],
  commands: [commands, destinationCommands],
  queries: PayoutsQueries,
  contract,
  controllers: [PayoutsController],
  reactions: [PayoutsReactions, PayoutNotifications],
  subscribers: [
    { aggregate: payoutAccount, topic: 'payouts', audience: professionalOf },
    { aggregate: payoutDestination, topic: 'payouts', audience: professionalOf },
  ],
  personalData: { export: { payouts: ({ userId }, queries) => queries.exportOf(userId) } },
  account: {
    requireClosable: (userId, queries) => queries.requireSettled(userId),
    requireRoleChangeable: (userId, queries) => queries.requireSettled(userId),
  },
  access,
  auditTitles: {
    PayoutAccountOpened: 'Payout account opened',
    BookingEarningsRecorded: 'Earnings of a booking recorded',
    PayoutStarted: 'Payout started',
    PayoutHandedOver: 'Payout handed over for transfer',
    PayoutMade: 'Payout made',
    PayoutFailed: 'Payout failed',
    PayoutReturned: 'Payout came back',
    PayoutDestinationChanged: 'Bank details changed',
  },
});
