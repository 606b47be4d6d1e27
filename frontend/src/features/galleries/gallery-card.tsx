import { Flex, Tag } from 'antd';
import { Images } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Gallery } from '#galleries/contract';
import { longDate } from '../../platform/dates.ts';
import { Photo } from '../../ui/photo.tsx';
import { eventLabel, galleryLabels, itemsLabel, promiseText, removedText, sizeLabel } from './gallery-labels.ts';
import './galleries.css';

type GalleryCardProps = { gallery: Gallery; userId: string };

/** A gallery with its cover, in the list of galleries and on the page of its booking. */
export function GalleryCard({ gallery, userId }: GalleryCardProps) {
  const { id, name, booking, creator, client, cover, status, may } = gallery;
  const { text, color } = galleryLabels[status];
  const other = creator.id === userId ? `for ${client.displayName}` : `by ${creator.displayName}`;
  return (
    <article className="card gallery-card">
      <Cover cover={cover} />
      <Flex className="pad" vertical gap={10} align="start">
        <Flex wrap gap="6px 12px" align="center">
          <h2>{name}</h2>
          <Tag color={color}>{text}</Tag>
        </Flex>
        <p className="small muted">
          {eventLabel(booking)} · {longDate(booking.eventDate)} · {other}
        </p>
        <Contents gallery={gallery} />
        <div className="actions">
          <Link className="button" to={`/galleries/${id}`}>
            View Gallery<span className="unseen">: {name}</span>
          </Link>
          {may.upload && (
            <Link className="button" to={`/galleries/${id}/upload`}>
              Upload Files<span className="unseen"> to {name}</span>
            </Link>
          )}
        </div>
      </Flex>
    </article>
  );
}

function Cover({ cover }: { cover: Gallery['cover'] }) {
  if (!cover)
    return (
      <div className="gallery-cover" aria-hidden="true">
        <Images />
      </div>
    );
  const { small, medium, large } = cover.previews;
  return (
    <div className="gallery-cover">
      <Photo
        src={medium}
        srcSet={`${small} 250w, ${medium} 720w, ${large} 1440w`}
        sizes="(max-width: 720px) 100vw, 400px"
        thumbhash={cover.thumbhash}
        alt=""
      />
    </div>
  );
}

function Contents({ gallery }: { gallery: Gallery }) {
  const { itemCount, totalSize, itemsProcessing, itemsRefused, filesRemovedAt, isLate } = gallery;
  const promise = promiseText(gallery);
  return (
    <Flex component="ul" className="facts num" wrap gap="4px 20px">
      <li>
        <b>{itemsLabel(itemCount)}</b>
      </li>
      <li>{sizeLabel(totalSize)}</li>
      {itemsProcessing > 0 && <li>{itemsProcessing} being processed</li>}
      {itemsRefused > 0 && <li className="rose">{itemsRefused} could not be processed</li>}
      {promise && <li className={isLate ? 'rose' : undefined}>{promise}</li>}
      {filesRemovedAt && <li>{removedText(filesRemovedAt)}</li>}
    </Flex>
  );
}
