import type { ReactNode } from 'react';
import type { Gallery } from '#galleries/contract';
import { longDate } from '../../platform/dates.ts';
import { placeholderUrl } from '../../platform/placeholder.ts';
import { BackLink, Cover, LoadingCover } from './cover.tsx';
import { eventLabel, itemsLabel, sizeLabel } from './gallery-labels.ts';
import { statusText } from './viewer-labels.ts';
import { previewSizes } from './viewer-previews.ts';

type ViewerCoverProps = { gallery: Gallery | undefined; userId: string; actions?: ReactNode };

/** The cover of a gallery for its parties. */
export function ViewerCover({ gallery, userId, actions }: ViewerCoverProps) {
  if (!gallery) return <LoadingCover />;
  return (
    <Cover
      picture={gallery.cover && <CoverPicture key={gallery.id} cover={gallery.cover} />}
      back={<BackLink />}
      eyebrow={`${statusText(gallery)} · ${partyText(gallery, userId)}`}
      title={gallery.name}
      facts={factsText(gallery)}
      actions={actions}
    />
  );
}

const partyText = ({ creatorId, creator, client }: Gallery, userId: string): string =>
  userId === creatorId ? `for ${client.displayName}` : `by ${creator.displayName}`;

const factsText = ({ booking, itemCount, totalSize }: Gallery): string =>
  [eventLabel(booking), longDate(booking.eventDate), itemsLabel(itemCount), sizeLabel(totalSize)].join(' · ');

/** The first picture of a gallery, as wide as the page. */
export function CoverPicture({ cover }: { cover: NonNullable<Gallery['cover']> }) {
  const { thumbhash, width, height, previews } = cover;
  const copies = previewSizes(previews, width, height).filter((copy) => copy.width > 250 || copy.width === width);
  return (
    <img
      alt=""
      src={previews.large}
      srcSet={copies.map((copy) => `${copy.src} ${copy.width}w`).join(', ')}
      sizes="100vw"
      fetchPriority="high"
      style={thumbhash ? { backgroundImage: `url(${placeholderUrl(thumbhash)})` } : undefined}
    />
  );
}
