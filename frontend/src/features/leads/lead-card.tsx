import { type ReactNode, useId, useState } from 'react';
import type { Lead } from '#leads/contract';
import { age } from '../../platform/dates.ts';
import { EventIcon } from './event-icon.tsx';
import { LeadFacts, leadTitle } from './lead-facts.tsx';
import '../../ui/list.css';
import './leads.css';

/** One lead in the list. `children` is what its reader can do about it. */
export function LeadCard({ lead, children }: { lead: Lead; children?: ReactNode }) {
  const { eventType, clientName, buyers, buyersLimit, createdAt, mine } = lead;
  return (
    <article className="card lead">
      <EventIcon type={eventType} />
      <div className="lead-body">
        <div className="lead-title">
          <h2>{leadTitle(lead)}</h2>
          {mine && <span className="tag pine">Your lead</span>}
        </div>
        <Description text={lead.description} />
        <LeadFacts lead={lead} />
      </div>
      <div className="lead-side">
        <span className="small muted">{mine ? 'Posted by you' : `Posted by ${clientName}`}</span>
        <div className="lead-actions">
          {children}
          <span className="small muted num">
            {buyers} of {buyersLimit} unlocked · {age(createdAt)}
          </span>
        </div>
      </div>
    </article>
  );
}

const long = 260;

/** A long text starts folded. */
export function Description({ text }: { text: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="lead-text">
      <p id={id} className={open || text.length <= long ? undefined : 'folded'}>
        {text}
      </p>
      {text.length > long && (
        <button
          type="button"
          className="link bare"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Read more'}
        </button>
      )}
    </div>
  );
}
