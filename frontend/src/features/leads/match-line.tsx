import { Button, Popover } from 'antd';
import { Suspense } from 'react';
import type { Lead } from '#leads/contract';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MatchScore } from './match-score.tsx';

const MatchExplanation = lazyPart(async () => (await import('./match-explanation.tsx')).MatchExplanation);

/** How well a lead fits the professional, and why. */
export function MatchLine({ lead: { id, matchScore, matchReason } }: { lead: Lead }) {
  return (
    <div className="match-reason small">
      {matchScore !== null && <MatchScore score={matchScore} />}
      {matchReason !== null && <span className="muted">{matchReason}</span>}
      <Popover
        trigger="click"
        placement="bottomLeft"
        destroyOnHidden
        styles={{ container: { maxWidth: 'min(360px, 66vw)' } }}
        content={
          <Suspense>
            <MatchExplanation leadId={id} />
          </Suspense>
        }
      >
        <Button type="link" size="small">
          {matchScore === null ? 'How does this fit you?' : 'Why this score?'}
        </Button>
      </Popover>
    </div>
  );
}
