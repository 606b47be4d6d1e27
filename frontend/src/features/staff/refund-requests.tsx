import { Button, Flex } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { RefundRequestDecision, StaffRefundRequest } from '#leads/contract';
import { dateAndTime, shortDate } from '../../platform/dates.ts';
import { titleCase } from '../../platform/text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useDecideRefund, useRefundRequests, useRevealRefundRequests } from './api.ts';
import { priorityTag } from './priority-tag.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { hiddenRequests, shownText, type Texts } from './report-texts.ts';
import { RevealPanel } from './reveal-panel.tsx';
import { shortId } from './timeline-entries.ts';
import { useRevealedTexts } from './use-revealed-texts.ts';

const causes: Readonly<Record<StaffRefundRequest['cause'], string>> = {
  duplicate: 'Unlocked the same event before',
  fake: 'Event not real',
  unreachable: 'Wrong contact details',
  changed: 'Date or place changed a lot',
  withdrawn: 'Withdrawn by the client',
  'not-hired': 'Not hired',
  other: 'Something else',
};

/** The open refund requests for leads, the oldest first. */
export function RefundRequests() {
  const query = useRefundRequests();
  return (
    <Panel
      title="Refund requests"
      text="Requests that could not be decided automatically. The buyer and the client can read your reason."
    >
      <Loaded query={query} failure="The requests could not be loaded" skeleton={<SkeletonBlocks heights={[80]} />}>
        {({ pages }) => <Requests requests={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      <NextPage query={query}>
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more requests
        </Button>
      </NextPage>
    </Panel>
  );
}

function Requests({ requests }: { requests: readonly StaffRefundRequest[] }) {
  if (requests.length === 0) return <p className="muted">No request is open.</p>;
  return <RequestList requests={requests} />;
}

function RequestList({ requests }: { requests: readonly StaffRefundRequest[] }) {
  const [texts, addTexts] = useRevealedTexts();
  const hidden = hiddenRequests(requests, texts);
  const reveal = useRevealRefundRequests(hidden, ({ items }) =>
    addTexts(new Map(items.map(({ id, text }) => [id, text]))),
  );
  return (
    <Flex vertical gap={24}>
      {hidden.length > 0 && (
        <RevealPanel
          title="What buyers wrote"
          text="It is hidden until you give a reason. The log records who has read it and why, and the buyers can read that in the export of their data."
          action="Read Requests"
          dialog={{
            name: 'reveal-refund-requests',
            title: 'Read Requests',
            text: 'Shows what the buyers wrote in the requests of this list.',
          }}
          reveal={reveal}
        />
      )}
      {requests.map((request) => (
        <Request key={request.id} request={request} texts={texts} />
      ))}
    </Flex>
  );
}

function Request({ request, texts }: { request: StaffRefundRequest; texts: Texts }) {
  const { id, leadId, buyerId, eventType, eventDate, cause, hasText, isPriority, createdAt } = request;
  const [decision, setDecision] = useState<RefundRequestDecision>();
  const decide = useDecideRefund(leadId, buyerId);
  const close = () => setDecision(undefined);
  return (
    <article>
      <Flex vertical gap={8}>
        <Flex wrap gap={8} align="center">
          <h3>
            <Link className="link" to={`/staff/leads/${leadId}`}>
              {eventType && eventDate ? `${titleCase(eventType)}, ${shortDate(eventDate)}` : 'A lead'}
            </Link>
          </h3>
          {isPriority && priorityTag}
        </Flex>
        <p className="pre-line">
          <b>{causes[cause]}</b>, buyer {shortId(buyerId)}, {dateAndTime(createdAt)}
          {hasText && `: ${shownText(texts, id)}`}
        </p>
        <p className="small muted">{paymentText(request)}</p>
        <Flex wrap gap={10}>
          <Button onClick={() => setDecision('approve')}>Approve Refund</Button>
          <Button onClick={() => setDecision('decline')}>Decline</Button>
        </Flex>
      </Flex>
      <ReasonDialog
        name={`decide-${id}`}
        title={decision === 'decline' ? 'Decline the request' : 'Approve the refund'}
        text={decision === 'decline' ? declineText : approveText}
        confirm={decision === 'decline' ? 'Decline Request' : 'Approve Refund'}
        open={decision !== undefined}
        submitting={decide.isPending}
        onReason={(reason) => decision && decide.mutate({ decision, reason }, { onSuccess: close })}
        onClose={close}
      />
    </article>
  );
}

const paymentText = ({ paidWith, hasUnreadCredit }: StaffRefundRequest): string =>
  [
    paidWith === 'credit' ? 'Paid with a credit' : 'Paid by card',
    ...(hasUnreadCredit ? ['the buyer already got a credit, because the client did not read their message'] : []),
  ].join('; ');

const approveText =
  'The professional gets the price or the credit back and no longer has the lead. They and the client read the reason.';
const declineText = 'The professional keeps the lead, and cannot ask again. They and the client read the reason.';
