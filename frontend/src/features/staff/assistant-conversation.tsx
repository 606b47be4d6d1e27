import { Table } from 'antd';
import { Link } from 'react-router-dom';
import type { ConversationTurn, RevealedConversation } from '#ai/contract';
import { serviceTypes } from '#catalog/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRevealConversation } from './api.ts';
import { ConversationOwner } from './assistant-conversations.tsx';
import { dateText, distanceText, missesText } from './conversation-facts.ts';
import { RevealPanel } from './reveal-panel.tsx';
import { shortId } from './timeline-entries.ts';

/** A conversation with the assistant, which is hidden until staff give a reason. */
export function AssistantConversation({ id }: { id: string }) {
  const reveal = useRevealConversation(id);
  if (reveal.data) return <Revealed conversation={reveal.data} />;
  return (
    <RevealPanel
      title="Hidden"
      text="What was said is shown after you have given a reason."
      action="Read Conversation"
      dialog={{
        name: 'reveal-conversation',
        title: 'Read the conversation',
        text: 'The log records who has read it and why. The person can read it in the export of their data.',
      }}
      reveal={reveal}
    />
  );
}

function Revealed({ conversation: { personId, expiresAt, turns } }: { conversation: RevealedConversation }) {
  return (
    <div className="stack staff-list">
      <p className="muted">
        <ConversationOwner id={personId} /> · is deleted on {dateAndTime(expiresAt)}
      </p>
      {turns.map((turn, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the questions of a conversation are numbered
        <Turn key={i} turn={turn} number={i + 1} />
      ))}
    </div>
  );
}

const removed = 'The text was removed.';

function Turn({ turn: { question, askedAt, answer }, number }: { turn: ConversationTurn; number: number }) {
  return (
    <Panel title={`Question ${number}`} text={dateAndTime(askedAt)}>
      <blockquote className="pre-line staff-quote" dir="auto">
        {question ?? removed}
      </blockquote>
      <h3>Answer</h3>
      {answer ? (
        <>
          <div className="staff-quote">{answer.text === null ? removed : <Markdown text={answer.text} />}</div>
          <p className="muted small">
            {answer.engine === 'built-in' ? 'Written by the built-in engine' : 'Written with a language model'}
            {answer.isComplete ? '.' : '. It was cut off, or the reader left.'}
          </p>
          <h3 className="staff-subject">Written from</h3>
          <VendorFacts vendors={answer.vendors} />
        </>
      ) : (
        <p className="muted">There is none.</p>
      )}
    </Panel>
  );
}

function VendorLink({ id }: { id: string }) {
  return (
    <Link className="link" to={`/creators/${id}`}>
      {shortId(id)}
    </Link>
  );
}

type Vendors = NonNullable<ConversationTurn['answer']>['vendors'];

/** What the engine knew of the vendors when it wrote the answer. */
function VendorFacts({ vendors }: { vendors: Vendors }) {
  if (vendors.length === 0) return <p className="muted">No vendor was found.</p>;
  return (
    <Table<Vendors[number]>
      size="small"
      rowKey={({ vendorId, service }) => `${vendorId} ${service}`}
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={vendors}
      columns={[
        { title: 'Vendor', render: (_, { vendorId }) => <VendorLink id={vendorId} /> },
        { title: 'Service', render: (_, { service }) => serviceTypes[service] },
        { title: 'Price', className: 'num', render: (_, { price }) => money(price) },
        { title: 'Date', render: (_, vendor) => dateText(vendor) },
        { title: 'Distance', className: 'num', render: (_, vendor) => distanceText(vendor) },
        { title: 'Wishes', render: (_, vendor) => missesText(vendor) },
      ]}
    />
  );
}
