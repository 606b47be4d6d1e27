import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { LeadFacts } from '#ai/contract';
import type { Answer } from './conversation.ts';
import { blocksOf, type Inline, plainTextOf } from './reply-text.ts';
import { type PictureOf, VendorCards } from './vendor-cards.tsx';

type ReplyProps = {
  answer: Answer;
  isComplete: boolean;
  pictureOf: PictureOf;
  onPostLead: ((facts: LeadFacts) => void) | undefined;
};

/** A reply of the assistant with cards of the vendors that it names. Once it is complete, it can be copied or posted as a lead. */
export function Reply({
  answer: { content, vendors, lead, isEarlier },
  isComplete,
  pictureOf,
  onPostLead,
}: ReplyProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(plainTextOf(content, location.origin)).then(
      () => setIsCopied(true),
      () => undefined,
    );
  return (
    <div className="chat-reply">
      <span className="unseen">Festoon: </span>
      {blocksOf(content).map((block, i) =>
        block.kind === 'list' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
          <ul key={i} className="bullets">
            {block.items.map((item, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items are only added at the end
              <li key={place}>
                <Inlines inlines={item} />
              </li>
            ))}
          </ul>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
          <p key={i}>
            <Inlines inlines={block.inlines} />
          </p>
        ),
      )}
      {vendors.length > 0 && isEarlier && (
        <p className="muted small">Prices and dates on these cards are as they are today.</p>
      )}
      {vendors.length > 0 && <VendorCards vendors={vendors} pictureOf={pictureOf} />}
      {isComplete && (
        <div className="actions">
          {lead && onPostLead && (
            <button type="button" className="button" onClick={() => onPostLead(lead)}>
              Post this as a lead
            </button>
          )}
          <button type="button" className="button quiet" onClick={() => void copy()}>
            {isCopied ? 'Copied' : 'Copy'}
          </button>
        </div>
      )}
    </div>
  );
}

function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map(({ text, strong, to }, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: texts are only added at the end
    if (strong) return <b key={i}>{text}</b>;
    if (to === undefined) return text;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: texts are only added at the end
      <Link key={i} className="link" to={to}>
        {text}
      </Link>
    );
  });
}
