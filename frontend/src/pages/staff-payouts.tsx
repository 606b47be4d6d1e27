import { FilterForm } from '../features/staff/filter-form.tsx';
import { NegativeBalances } from '../features/staff/negative-balances.tsx';
import { payoutFields } from '../features/staff/payout-filter.ts';
import { PayoutSearch } from '../features/staff/payout-search.tsx';
import { useFilter } from '../features/staff/use-filter.ts';
import { StaffPage } from './staff-page.tsx';

/** The payouts to professionals, for finance. */
export function StaffPayouts() {
  const [filter, search] = useFilter(payoutFields);
  return (
    <StaffPage
      title="Payouts"
      lead="Payouts to professionals, newest first. Transfer each one with your bank, then mark it as paid."
      path="/staff/payouts"
      refusal="Only staff in finance can see payouts."
    >
      <div className="stack staff-list">
        <FilterForm list="payouts" label="Payouts" fields={payoutFields} filter={filter} onSearch={search} />
        <PayoutSearch filter={filter} />
        <NegativeBalances />
      </div>
    </StaffPage>
  );
}
