import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Gallery } from '#galleries/contract';
import { longDate } from '../../platform/dates.ts';
import { placeholderUrl } from '../../platform/placeholder.ts';
import { eventLabel, itemsLabel, sizeLabel } from './gallery-labels.ts';
import { statusText } from './viewer-labels.ts';
import { previewSizes } from './viewer-previews.ts';

type CoverProps = {
  galleryId: string | undefined;
  /** The first picture. */
  picture: Gallery['cover'] | undefined;
  back?: ReactNode;
  eyebrow: ReactNode;
  title: string;
  facts: ReactNode;
  actions?: ReactNode;
};

/** The top of a gallery's page: its first picture, and the facts of the gallery on it. */
export function Cover({ galleryId, picture, back, eyebrow, title, facts, actions }: CoverProps) {
  return (
    <header className="cover night">
      {picture && <CoverPicture key={galleryId} cover={picture} />}
      <div className="wrap cover-text">
        {back}
        <div className="cover-facts">
          <p className="eyebrow">{eyebrow}</p>
          <h1>{title}</h1>
          <p className="muted">{facts}</p>
        </div>
        <div className="actions">{actions}</div>
      </div>
    </header>
  );
}

type ViewerCoverProps = { gallery: Gallery | undefined; userId: string; actions?: ReactNode };

/** It is equally high while the gallery loads. */
export function ViewerCover({ gallery, userId, actions }: ViewerCoverProps) {
  return (
    <Cover
      galleryId={gallery?.id}
      picture={gallery?.cover}
      back={
        <Link className="back" to="/bookings">
          <ArrowLeft aria-hidden="true" /> Back
        </Link>
      }
      eyebrow={gallery ? `${statusText(gallery)} · ${partyText(gallery, userId)}` : ' '}
      title={gallery?.name ?? 'Gallery'}
      facts={gallery ? factsText(gallery) : 'Loading gallery...'}
      actions={actions}
    />
  );
}

const partyText = ({ creatorId, creator, client }: Gallery, userId: string): string =>
  userId === creatorId ? `for ${client.displayName}` : `by ${creator.displayName}`;

const factsText = ({ booking, itemCount, totalSize }: Gallery): string =>
  [eventLabel(booking), longDate(booking.eventDate), itemsLabel(itemCount), sizeLabel(totalSize)].join(' · ');

const pathOf = (url: string): string => url.slice(0, url.indexOf('?'));

function CoverPicture({ cover }: { cover: NonNullable<Gallery['cover']> }) {
  const { thumbhash, width, height, previews } = cover;
  // Every response has new URLs of the same picture, which would be loaded again.
  const [shown, setShown] = useState(previews);
  if (pathOf(shown.large) !== pathOf(previews.large)) setShown(previews);
  const copies = previewSizes(shown, width, height).filter((copy) => copy.width > 250 || copy.width === width);
  return (
    <img
      alt=""
      src={shown.large}
      srcSet={copies.map((copy) => `${copy.src} ${copy.width}w`).join(', ')}
      sizes="100vw"
      fetchPriority="high"
      style={thumbhash ? { backgroundImage: `url(${placeholderUrl(thumbhash)})` } : undefined}
    />
  );
}
