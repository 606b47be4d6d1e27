import { Button, Tag } from 'antd';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Lead } from '#leads/contract';
import { importInBackground } from '../../platform/code-loading.ts';
import { dataLoaded } from '../../platform/data-loaded.ts';
import { age } from '../../platform/dates.ts';
import { ItemCard } from '../../ui/item-card.tsx';
import { EventIcon } from './event-icon.tsx';
import { LeadFacts } from './lead-facts.tsx';
import { leadTitle } from './lead-labels.ts';
import { MatchLine } from './match-line.tsx';
import './leads.css';

type LeadCardProps = { lead: Lead; isProfessional: boolean; children?: ReactNode };

/** One lead in the list. `children` are the user's actions. Professionals also see how well it fits them. */
export function LeadCard({ lead, isProfessional, children }: LeadCardProps) {
  const { eventType, clientName, buyers, buyersLimit, createdAt, mine } = lead;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const left = new AbortController();
    if (isProfessional && !mine) watch(lead.id, card, left.signal).catch(() => undefined);
    return () => left.abort();
  }, [lead.id, isProfessional, mine]);
  const side = (
    <>
      <span className="small muted">{mine ? 'Posted by you' : `Posted by ${clientName}`}</span>
      <div className="lead-actions">
        {children}
        <span className="small muted num">
          {buyers} of {buyersLimit} unlocked · {age(createdAt)}
        </span>
      </div>
    </>
  );
  return (
    <div ref={card}>
      <ItemCard
        icon={<EventIcon type={eventType} />}
        title={leadTitle(lead)}
        tag={mine && <Tag color="success">Your lead</Tag>}
        facts={<LeadFacts lead={lead} />}
        side={side}
      >
        <Description text={lead.description} />
        {isProfessional && <MatchLine lead={lead} />}
      </ItemCard>
    </div>
  );
}

// Counting views is loaded after the page, which does not need it.
const watch = async (leadId: string, card: RefObject<HTMLDivElement | null>, signal: AbortSignal): Promise<void> => {
  await dataLoaded();
  const { watchLead } = await importInBackground(() => import('./lead-views.ts'), signal);
  if (card.current) watchLead(leadId, card.current, signal);
};

const longTextLength = 260;

/** A long text is collapsed at first. */
export function Description({ text }: { text: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <p id={id} className={open || text.length <= longTextLength ? 'pre-line' : 'pre-line folded'}>
        {text}
      </p>
      {text.length > longTextLength && (
        <Button type="link" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Read more'}
        </Button>
      )}
    </div>
  );
}
