import { Button, Tag } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import type { Lead } from '#leads/contract';
import { age } from '../../platform/dates.ts';
import { ItemCard } from '../../ui/item-card.tsx';
import { EventIcon } from './event-icon.tsx';
import { LeadFacts, leadTitle } from './lead-facts.tsx';
import './leads.css';

/** One lead in the list. `children` are the user's actions. */
export function LeadCard({ lead, children }: { lead: Lead; children?: ReactNode }) {
  const { eventType, clientName, buyers, buyersLimit, createdAt, mine } = lead;
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
    <ItemCard
      icon={<EventIcon type={eventType} />}
      title={leadTitle(lead)}
      tag={mine && <Tag color="success">Your lead</Tag>}
      facts={<LeadFacts lead={lead} />}
      side={side}
    >
      <Description text={lead.description} />
    </ItemCard>
  );
}

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
