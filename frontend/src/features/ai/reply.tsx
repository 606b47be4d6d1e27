import { useState } from 'react';
import type { LeadFacts } from '#ai/contract';
import { Markdown } from '../../ui/markdown.tsx';
import { plainTextOf } from '../../ui/markdown-blocks.ts';
import type { Answer } from './conversation.ts';
import { type PictureOf, VendorCards } from './vendor-cards.tsx';

type ReplyProps = {
  answer: Answer;
  isComplete: boolean;
  pictureOf: PictureOf;
  onPostLead: ((facts: LeadFacts) => void) | undefined;
};

/**
 * A reply of the assistant with cards of the vendors that it names. Once it is complete, it can be copied or posted as
 * a lead.
 */
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
      <Markdown text={content} />
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
