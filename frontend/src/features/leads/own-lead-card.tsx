import { Button, Flex, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Lead } from '#leads/contract';
import { age, shortDate } from '../../platform/dates.ts';
import { amount } from '../../platform/text.ts';
import { Deferred } from '../../ui/deferred.tsx';
import { ItemCard } from '../../ui/item-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ReceiptButton } from '../../ui/receipt-button.tsx';
import { leadEndpoints } from './endpoints.ts';
import { EventIcon } from './event-icon.tsx';
import { leadKeys } from './keys.ts';
import { Description } from './lead-card.tsx';
import { LeadFacts } from './lead-facts.tsx';
import { leadTitle } from './lead-labels.ts';
import { leadStatusNames } from './lead-status.ts';
import { useCloseLead, useLeadBuyers, useMarkLeadBooked, useWithdrawLead } from './own-leads-api.ts';
import './leads.css';

const ConfirmDialog = lazyPart(async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog);

/** One of the user's own leads, with its status and the actions on it. */
export function OwnLeadCard({ lead }: { lead: Lead }) {
  const { id, status, viewCount, buyers, buyersLimit, createdAt, description, eventType, may } = lead;
  const isOpen = status === 'active' || status === 'closed';
  const side = (
    <span className="small muted num">
      {amount(viewCount, 'view')} · {buyers} of {buyersLimit} unlocked · {age(createdAt)}
    </span>
  );
  return (
    <ItemCard
      icon={<EventIcon type={eventType} />}
      title={leadTitle(lead)}
      tag={<Tag color={status === 'active' ? 'success' : 'default'}>{leadStatusNames[status]}</Tag>}
      facts={<LeadFacts lead={lead} />}
      side={side}
      foot={
        <>
          {isOpen && <span className="small muted">{status === 'active' ? activeHint : closedHint}</span>}
          <ReceiptButton path={leadEndpoints.detail(id)} queryKey={leadKeys.receipt(id)} title="History of this lead" />
          {may?.change && (
            <Link className="button" to={`/leads/${id}/edit`}>
              Edit
            </Link>
          )}
          {may && <Actions id={id} may={may} />}
        </>
      }
    >
      <Description text={description} />
      {buyers > 0 && <Buyers leadId={id} />}
    </ItemCard>
  );
}

const activeHint = 'Professionals can see and unlock this lead.';
const closedHint = 'No more professionals can unlock this lead.';

/** Who has the client's contact details. */
function Buyers({ leadId }: { leadId: string }) {
  return (
    <Loaded query={useLeadBuyers(leadId)} failure="The professionals could not be loaded" skeleton={null}>
      {({ items }) => (
        <div className="small">
          <b>Unlocked by</b>
          <Flex component="ul" className="facts" wrap gap="4px 20px">
            {items.map(({ creatorId, name, purchasedAt }) => (
              <li key={creatorId}>
                <Link className="link" to={`/creators/${creatorId}`}>
                  {name}
                </Link>{' '}
                <span className="muted">on {shortDate(purchasedAt)}</span>{' '}
                <Link
                  className="link"
                  to={`/messages?${new URLSearchParams({ lead: leadId, professional: creatorId })}`}
                >
                  Message<span className="unseen"> {name}</span>
                </Link>
              </li>
            ))}
          </Flex>
        </div>
      )}
    </Loaded>
  );
}

function Actions({ id, may }: { id: string; may: NonNullable<Lead['may']> }) {
  const [markBooked, close, withdraw] = [useMarkLeadBooked(id), useCloseLead(id), useWithdrawLead(id)];
  return (
    <>
      {may.markBooked && (
        <Action
          label="Mark as Booked"
          title="Mark this lead as booked?"
          keep="Not yet"
          change={markBooked}
          text="Use this if you found a professional outside of Festoon. No one else can unlock the lead. A lead that you book on Festoon is marked automatically."
        />
      )}
      {may.close && (
        <Action
          label="Close"
          title="Close this lead?"
          confirm="Close Lead"
          keep="Keep it open"
          change={close}
          text="No more professionals can unlock it. Those who have unlocked it can still contact you and create a booking."
        />
      )}
      {may.withdraw && (
        <Action
          label="Withdraw"
          title="Withdraw this lead?"
          confirm="Withdraw Lead"
          keep="Keep Lead"
          change={withdraw}
          text="Professionals will no longer see it, and no booking can be made from it. Those who unlocked it keep your contact details, except those who did so in the last 48 hours and to whom you have not written: they are refunded and no longer see them."
        />
      )}
    </>
  );
}

type ActionProps = {
  label: string;
  title: string;
  confirm?: string;
  keep: string;
  text: ReactNode;
  change: { isPending: boolean; mutate: (nothing: undefined, options: { onSuccess: () => void }) => void };
};

/** A button that asks for confirmation before it changes anything. */
function Action({ label, title, confirm = label, keep, text, change }: ActionProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Deferred open={open}>
        <ConfirmDialog
          title={title}
          open={open}
          confirm={confirm}
          keep={keep}
          submitting={change.isPending}
          onConfirm={() => change.mutate(undefined, { onSuccess: close })}
          onKeep={close}
        >
          <p>{text}</p>
        </ConfirmDialog>
      </Deferred>
    </>
  );
}
