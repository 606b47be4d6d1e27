import { Link } from 'react-router-dom';
import type { PurchasedLead } from '#leads/contract';
import { shortDate } from '../../platform/dates.ts';
import { EventIcon } from './event-icon.tsx';
import { Description } from './lead-card.tsx';
import { LeadFacts, leadTitle } from './lead-facts.tsx';
import '../../ui/list.css';
import './leads.css';

type PurchasedLeadCardProps = { lead: PurchasedLead; creatorId: string };

/** A lead the reader has unlocked, with the client behind it. */
export function PurchasedLeadCard({ lead, creatorId }: PurchasedLeadCardProps) {
  const create = `/bookings/create?${new URLSearchParams({ creator: creatorId, lead: lead.id })}`;
  const mail = `mailto:${lead.contact.email}?subject=${encodeURIComponent(leadTitle(lead))}`;
  return (
    <article className="card lead purchased">
      <EventIcon type={lead.eventType} />
      <div className="lead-body">
        <div className="lead-title">
          <h2>{leadTitle(lead)}</h2>
          {lead.status !== 'active' && <span className="tag muted">{standing[lead.status]}</span>}
        </div>
        <Description text={lead.description} />
        <LeadFacts lead={lead} />
      </div>
      <Contact lead={lead} />
      <div className="lead-foot">
        <span className="small muted">Unlocked on {shortDate(lead.purchasedAt)}</span>
        <a className="button" href={mail}>
          Send Email
        </a>
        {lead.status !== 'withdrawn' && (
          <Link className="button primary" to={create}>
            Create Booking
          </Link>
        )}
      </div>
    </article>
  );
}

const standing = { active: 'Active', booked: 'Booked', expired: 'Expired', withdrawn: 'Withdrawn' } as const;

function Contact({ lead: { contact } }: { lead: PurchasedLead }) {
  const { name, email, phone } = contact;
  return (
    <dl className="contact">
      <dt>Client</dt>
      <dd>
        <b>{name}</b>
      </dd>
      <dt>Email</dt>
      <dd>
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
      </dd>
      <dt>Phone</dt>
      <dd>
        {phone ? (
          <a className="link num" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            {phone}
          </a>
        ) : (
          'not given'
        )}
      </dd>
    </dl>
  );
}
