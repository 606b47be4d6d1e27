import { Button, Flex } from 'antd';
import { useState } from 'react';
import type { Booking } from '#bookings/contract';
import { longDate, writtenTime } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAnswerProposal } from './proposal-api.ts';

const ProposalDialog = lazyPart(async () => (await import('./proposal-dialog.tsx')).ProposalDialog);

/** The open proposal with its answers, and a button to make another one. */
export function BookingProposal({ booking, userId }: { booking: Booking; userId: string }) {
  const [open, setOpen] = useState(false);
  const { proposal, may } = booking;
  if (!may.propose) return null;
  return (
    <Panel title="Changes" {...(!proposal && { text: 'Change the date, days, start time, place or package.' })}>
      <Flex vertical align="stretch" gap={10}>
        {proposal && <OpenProposal booking={booking} proposal={proposal} userId={userId} />}
        <div>
          <Button onClick={() => setOpen(true)}>{proposal ? 'Propose Something Else' : 'Propose a Change'}</Button>
        </div>
      </Flex>
      <Deferred open={open}>
        <ProposalDialog booking={booking} open={open} onClose={() => setOpen(false)} />
      </Deferred>
    </Panel>
  );
}

type Proposal = NonNullable<Booking['proposal']>;

function OpenProposal({ booking, proposal, userId }: { booking: Booking; proposal: Proposal; userId: string }) {
  const { id, client, creator, may } = booking;
  const answer = useAnswerProposal(id, proposal.number);
  const isOwn = proposal.proposedBy === userId;
  const author = proposal.proposedBy === client.id ? client : creator;
  return (
    <Flex vertical gap={12}>
      <p>{isOwn ? 'You proposed:' : `${author.displayName} proposes:`}</p>
      <dl className="rows">
        {proposal.eventDate && <Row name="Date" value={longDate(proposal.eventDate)} />}
        {proposal.durationDays !== null && <Row name="Days" value={`${proposal.durationDays}`} />}
        {proposal.startTime && <Row name="Start time" value={writtenTime(proposal.startTime)} />}
        {proposal.removesStartTime && <Row name="Start time" value="None" />}
        {proposal.eventLocation && <Row name="Place" value={proposal.eventLocation} />}
        {proposal.packageName && <Row name="Package" value={proposal.packageName} />}
        {proposal.totalAmount !== null && <Row name="New total" value={money(proposal.totalAmount)} />}
      </dl>
      <Flex wrap gap={10}>
        {may.acceptProposal && (
          <Button type="primary" loading={answer.isPending} onClick={() => answer.mutate('accept')}>
            Accept
          </Button>
        )}
        <Button loading={answer.isPending} onClick={() => answer.mutate('decline')}>
          {isOwn ? 'Take Back' : 'Decline'}
        </Button>
      </Flex>
    </Flex>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <Flex justify="space-between" gap={12}>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
      </dd>
    </Flex>
  );
}
