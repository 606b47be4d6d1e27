import { OwnerProofFields, proofIn } from '../features/identity/owner-proof.tsx';
import { usePayouts } from '../features/payouts/api.ts';
import { DestinationPanel } from '../features/payouts/destination-panel.tsx';
import { BalancePanel, EarningsPanel, PayoutsPanel } from '../features/payouts/payout-panels.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';

/** What a professional has earned, where it goes, and what was paid. */
export function Payouts() {
  return (
    <Loaded
      query={usePayouts()}
      failure="Your payouts could not be loaded"
      skeleton={<SkeletonBlocks heights={[180, 140, 220]} />}
    >
      {(overview) => (
        <div className="stack">
          <BalancePanel overview={overview} />
          <DestinationPanel destination={overview.destination} proof={{ fields: <OwnerProofFields />, of: proofIn }} />
          <PayoutsPanel payouts={overview.payouts} />
          <EarningsPanel entries={overview.entries} />
        </div>
      )}
    </Loaded>
  );
}
