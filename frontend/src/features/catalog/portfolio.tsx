import type { CreatorProfile, PortfolioPicture } from '#catalog/contract';
import { EmptyState } from '../../ui/states.tsx';
import { StoredPicture } from '../../ui/stored-picture.tsx';

export function Portfolio({ creator: { displayName, portfolio } }: { creator: CreatorProfile }) {
  if (portfolio.length === 0)
    return <EmptyState title="No portfolio yet" text={`${displayName} hasn’t added photos yet.`} />;
  return (
    <div className="columns medium">
      {portfolio.map((picture) => (
        <Work key={picture.id} picture={picture} of={displayName} />
      ))}
    </div>
  );
}

function Work({ picture, of }: { picture: PortfolioPicture; of: string }) {
  const { isFeatured, title, description } = picture;
  const hasCaption = isFeatured || title || description;
  return (
    <figure className="card work">
      <StoredPicture picture={picture} alt={title ?? `By ${of}`} sizes="(max-width: 700px) 100vw, 400px" />
      {hasCaption && (
        <figcaption className="pad">
          {isFeatured && <span className="tag amber">Featured</span>}
          {title && <b>{title}</b>}
          {description && <span className="muted small">{description}</span>}
        </figcaption>
      )}
    </figure>
  );
}
