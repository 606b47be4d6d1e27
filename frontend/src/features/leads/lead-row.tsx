import { Link } from 'react-router-dom';
import type { Lead } from '#leads/contract';
import { age, shortDate } from '../../platform/dates.ts';
import { EventIcon } from './event-icon.tsx';
import { leadBudget, leadPlace, leadTitle } from './lead-labels.ts';
import { MatchScore } from './match-score.tsx';
import '../../ui/list.css';

/** A lead in a short list, linked to the page with all leads. */
export function LeadRow({ lead, to }: { lead: Lead; to: string }) {
  return (
    <Link className="media row-link" to={to}>
      <EventIcon type={lead.eventType} />
      <span>
        <b>{leadTitle(lead)}</b>
        <span className="small muted">
          {shortDate(lead.eventDate)} · {leadPlace(lead)}
        </span>
      </span>
      <span className="end">
        <span className="num">
          {lead.matchScore !== null && <MatchScore score={lead.matchScore} />} {leadBudget(lead)}
        </span>
        <span className="small muted num">
          {lead.buyers} of {lead.buyersLimit} unlocked · {age(lead.createdAt)}
        </span>
      </span>
    </Link>
  );
}
