import { Flex } from 'antd';
import type { CreatorProfile } from '#catalog/contract';
import { EmptyState } from '../../ui/states.tsx';

export function Portfolio({ creator: { displayName, portfolio } }: { creator: CreatorProfile }) {
  if (portfolio.length === 0)
    return <EmptyState title="No portfolio yet" text={`${displayName} hasn’t added photos yet.`} />;
  return (
    <div className="columns medium">
      {portfolio.map(({ id, mediaUrl, isFeatured, title, description }) => (
        <figure key={id} className="card work">
          <img className="picture" src={mediaUrl} alt={title ?? `By ${displayName}`} loading="lazy" />
          <Flex component="figcaption" className="pad" vertical gap={6} align="start">
            {isFeatured && <span className="tag amber">Featured</span>}
            {title && <b>{title}</b>}
            {description && <span className="muted small">{description}</span>}
          </Flex>
        </figure>
      ))}
    </div>
  );
}
