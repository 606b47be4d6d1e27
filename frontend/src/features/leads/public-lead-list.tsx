import { Button } from 'antd';
import type { PublicLead } from '#leads/contract';
import { age } from '../../platform/dates.ts';
import { shortMoney } from '../../platform/money.ts';
import { ItemCard } from '../../ui/item-card.tsx';
import { useNotify } from '../../ui/notify.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EventIcon } from './event-icon.tsx';
import { LeadFacts } from './lead-facts.tsx';
import type { LeadFilter } from './lead-filter.ts';
import { leadTitle } from './lead-labels.ts';
import { mustSignIn } from './list-api.ts';
import { NoLeads } from './no-leads.tsx';
import { usePublicLeads } from './public-api.ts';
import './leads.css';

/** Active leads as shown to visitors without an account. */
export function PublicLeadList({ filter, onClear }: { filter: LeadFilter; onClear: () => void }) {
  return (
    <PagedList
      query={usePublicLeads(filter)}
      failure="The leads could not be loaded"
      skeletons={4}
      empty={<NoLeads filter={filter} onClear={onClear} />}
      more="Show more leads"
    >
      {(lead) => <PublicLeadCard key={lead.id} lead={lead} />}
    </PagedList>
  );
}

function PublicLeadCard({ lead }: { lead: PublicLead }) {
  const notify = useNotify();
  const side = (
    <div className="lead-actions">
      <Button type="primary" onClick={() => notify.error(...mustSignIn)}>
        Unlock - {shortMoney(lead.leadPrice)}
      </Button>
      <span className="small muted num">
        {lead.buyers} of {lead.buyersLimit} unlocked · {age(lead.createdAt)}
      </span>
    </div>
  );
  return (
    <ItemCard
      icon={<EventIcon type={lead.eventType} />}
      title={leadTitle(lead)}
      facts={<LeadFacts lead={lead} />}
      side={side}
    />
  );
}
