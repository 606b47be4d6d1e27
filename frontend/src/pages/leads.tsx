import { useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useMe, useSession } from '../features/identity/session.ts';
import { choiceCount, choiceOf, type LeadChoice, paramsOf } from '../features/leads/lead-choice.ts';
import { LeadDeed } from '../features/leads/lead-deed.tsx';
import { LeadFilters } from '../features/leads/lead-filters.tsx';
import { LeadList } from '../features/leads/lead-list.tsx';
import { usePaymentReturn } from '../features/payments/payment-return.ts';
import { Dialog } from '../shared/dialog.tsx';
import { Page } from '../shared/page.tsx';

export function Leads() {
  const sells = useMe().data?.role !== 'client';
  const signedIn = !!useSession();
  const { choice, chosen, choose } = useChoice();
  usePaymentReturn();
  return (
    <Page title="Browse Leads" lead={sells ? forPros : forClients} actions={<Actions sells={sells} />}>
      <div className="browse">
        <aside className="card" aria-label="Filters">
          <LeadFilters choice={chosen} onChange={choose} />
        </aside>
        <FilterSheet choice={chosen} onChange={choose} />
        <LeadList
          choice={choice}
          deed={(lead, refresh) => <LeadDeed lead={lead} sells={sells} signedIn={signedIn} onChange={refresh} />}
        />
      </div>
    </Page>
  );
}

// The address moves in its own time; the fields show at once what was chosen.
const useChoice = () => {
  const [params, setParams] = useSearchParams();
  const choice = useMemo(() => choiceOf(params), [params]);
  const [chosen, setChosen] = useState(choice);
  useEffect(() => setChosen(choice), [choice]);
  const choose = (next: LeadChoice) => {
    setChosen(next);
    setParams(paramsOf(next), { replace: true });
  };
  return { choice, chosen, choose };
};

const forPros = 'What clients are planning, newest first. Unlock a lead to get the client’s name, e-mail and phone.';
const forClients = 'What clients are planning, newest first. Professionals unlock a lead to get in touch.';

function Actions({ sells }: { sells: boolean }) {
  return sells ? (
    <Link className="button" to="/leads/purchased">
      My Purchased Leads
    </Link>
  ) : (
    <Link className="button primary" to="/leads/create">
      Post a Lead
    </Link>
  );
}

function FilterSheet({ choice, onChange }: { choice: LeadChoice; onChange: (choice: LeadChoice) => void }) {
  const [open, setOpen] = useState(false);
  const count = choiceCount(choice);
  return (
    <>
      <button type="button" className="button open-filters" onClick={() => setOpen(true)}>
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </button>
      <Dialog
        title="Filters"
        shape="sheet"
        open={open}
        onClose={() => setOpen(false)}
        actions={
          <button type="button" className="button primary wide" onClick={() => setOpen(false)}>
            Show leads
          </button>
        }
      >
        <LeadFilters choice={choice} onChange={onChange} />
      </Dialog>
    </>
  );
}
