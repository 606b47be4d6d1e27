import { Descriptions, Tag } from 'antd';
import { Link } from 'react-router-dom';
import type { PurchasedLead } from '#leads/contract';
import { shortDate } from '../../platform/dates.ts';
import { ItemCard } from '../../ui/item-card.tsx';
import { ReceiptButton } from '../../ui/receipt-button.tsx';
import { leadEndpoints } from './endpoints.ts';
import { EventIcon } from './event-icon.tsx';
import { leadKeys } from './keys.ts';
import { Description } from './lead-card.tsx';
import { LeadFacts } from './lead-facts.tsx';
import { clientMailLink, leadTitle } from './lead-labels.ts';
import { leadStatusNames } from './lead-status.ts';
import { RefundRequestButton } from './refund-request.tsx';
import './leads.css';

type PurchasedLeadCardProps = { lead: PurchasedLead; creatorId: string };

/** A lead the user has unlocked, with the client's contact details. */
export function PurchasedLeadCard({ lead, creatorId }: PurchasedLeadCardProps) {
  const create = `/bookings/create?${new URLSearchParams({ creator: creatorId, lead: lead.id })}`;
  const mail = clientMailLink(lead);
  const foot = (
    <>
      <span className="small muted">
        Unlocked on {shortDate(lead.purchasedAt)}
        {lead.paidWith === 'credit' && ' with 1 credit'}
      </span>
      <ReceiptButton
        path={leadEndpoints.detail(lead.id)}
        queryKey={leadKeys.receipt(lead.id)}
        title="History of this purchase"
      />
      <RefundRequestButton lead={lead} />
      {mail && (
        <>
          <a className="button" href={mail}>
            Send Email
          </a>
          <Link className="button" to={`/messages?lead=${lead.id}`}>
            Message
          </Link>
        </>
      )}
      {lead.status !== 'withdrawn' && lead.status !== 'removed' && (
        <Link className="button primary" to={create}>
          Create Booking
        </Link>
      )}
    </>
  );
  return (
    <ItemCard
      icon={<EventIcon type={lead.eventType} />}
      title={leadTitle(lead)}
      tag={lead.status !== 'active' && <Tag>{leadStatusNames[lead.status]}</Tag>}
      facts={<LeadFacts lead={lead} />}
      side={<Contact lead={lead} />}
      foot={foot}
    >
      <Description text={lead.description} />
    </ItemCard>
  );
}

const label = { label: { width: 76, color: 'var(--ink)' } };

function Contact({ lead: { contact } }: { lead: PurchasedLead }) {
  const { name, email, phone } = contact;
  const client = { key: 'client', label: 'Client', children: <b>{name}</b> };
  const details = [
    {
      key: 'email',
      label: 'Email',
      children: (
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
      ),
    },
    {
      key: 'phone',
      label: 'Phone',
      children: phone ? (
        <a className="link" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {phone}
        </a>
      ) : (
        'Not provided'
      ),
    },
  ];
  const items = email === '' ? [client] : [client, ...details];
  return <Descriptions className="contact" styles={label} items={items} column={1} colon={false} />;
}
