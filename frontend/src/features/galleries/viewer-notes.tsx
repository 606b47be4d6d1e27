import { CalendarClock, Eye, Hourglass, Lock, type LucideIcon, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Gallery, GalleryItem } from '#galleries/contract';
import { promiseText } from './gallery-labels.ts';
import { useRemoveItem } from './viewer-api.ts';
import { retentionText } from './viewer-retention.tsx';

const filesAre = (count: number): string => (count === 1 ? 'One file is' : `${count} files are`);

type ViewerNotesProps = { gallery: Gallery; userId: string; items: readonly GalleryItem[] };

/** What the user should know before the pictures: what is locked, what is still missing, and what failed. */
export function ViewerNotes({ gallery, userId, items }: ViewerNotesProps) {
  const notes = notesOf(gallery, userId);
  const refused = gallery.may.edit ? items.filter(({ state }) => state === 'refused') : [];
  if (notes.length === 0 && refused.length === 0) return null;
  return (
    <div className="wrap viewer-notes">
      {notes.map(({ key, icon: Icon, text }) => (
        <p key={key} className="viewer-note">
          <Icon aria-hidden="true" /> <span>{text}</span>
        </p>
      ))}
      {refused.length > 0 && <RefusedItems items={refused} />}
    </div>
  );
}

type Note = { readonly key: string; readonly icon: LucideIcon; readonly text: ReactNode };

const notesOf = (gallery: Gallery, userId: string): readonly Note[] => [
  ...(userId === gallery.clientId ? clientNotes(gallery) : creatorNotes(gallery)),
  ...promiseNotes(gallery),
  ...retentionNotes(gallery),
  ...(gallery.reopenReason ? [{ key: 'reopened', icon: RotateCcw, text: `Reopened: ${gallery.reopenReason}` }] : []),
];

const promiseNotes = (gallery: Gallery): readonly Note[] => {
  const text = promiseText(gallery);
  return text ? [{ key: 'promise', icon: CalendarClock, text }] : [];
};

const retentionNotes = (gallery: Gallery): readonly Note[] => {
  const text = retentionText(gallery);
  return text ? [{ key: 'retention', icon: CalendarClock, text }] : [];
};

const clientNotes = ({ status, creator, originalsLocked, filesRemovedAt, bookingId }: Gallery): readonly Note[] => {
  if (status !== 'delivered')
    return [
      {
        key: 'previews',
        icon: Eye,
        text: `These are previews with a watermark. ${creator.displayName} delivers the gallery once it is complete.`,
      },
    ];
  if (!originalsLocked || filesRemovedAt) return [];
  const text = (
    <>
      Originals unlock when the balance is paid.{' '}
      <Link className="link" to={`/bookings/${bookingId}`}>
        Open the booking
      </Link>
    </>
  );
  return [{ key: 'locked', icon: Lock, text }];
};

const creatorNotes = ({ status, itemsProcessing, originalsLocked, filesRemovedAt }: Gallery): readonly Note[] => {
  if (status === 'delivered' && originalsLocked && !filesRemovedAt)
    return [{ key: 'locked', icon: Lock, text: 'The client can download the originals once the balance is paid.' }];
  if (status === 'delivered' || itemsProcessing === 0) return [];
  return [{ key: 'processing', icon: Hourglass, text: `${filesAre(itemsProcessing)} still being processed.` }];
};

/** The files that could not be processed, each with the reason. */
function RefusedItems({ items }: { items: readonly GalleryItem[] }) {
  return (
    <section className="card pad" aria-labelledby="refused-files">
      <h2 id="refused-files">
        {items.length === 1 ? 'One file could not be processed' : `${items.length} files could not be processed`}
      </h2>
      <p className="muted">
        Delete these files before you deliver the gallery. You can upload them again once corrected.
      </p>
      <ul className="rows refused">
        {items.map((item) => (
          <RefusedItem key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function RefusedItem({ item }: { item: GalleryItem }) {
  const { mutate, isPending } = useRemoveItem();
  return (
    <li className="line">
      <span>
        <b>{item.fileName}</b>
        <span className="muted">{item.refusal}</span>
      </span>
      <button
        type="button"
        className="button"
        aria-label={`Delete ${item.fileName}`}
        disabled={isPending}
        onClick={() => mutate(item)}
      >
        Delete
      </button>
    </li>
  );
}
