import type { Gallery, GalleryItem } from '#galleries/contract';
import { longDate } from '../../platform/dates.ts';
import { removedText } from './gallery-labels.ts';
import { itemName } from './viewer-labels.ts';

type Retention = Pick<Gallery, 'removalDate' | 'filesRemovedAt'>;

/** How long the files of a delivered gallery are kept; undefined before its delivery. */
export const retentionText = ({ removalDate, filesRemovedAt }: Retention, canDownload = true): string | undefined => {
  if (filesRemovedAt) return `${removedText(filesRemovedAt)}.`;
  if (!removalDate) return undefined;
  const text = `The files are kept until ${longDate(removalDate)}.`;
  return canDownload ? `${text} Download them before that day.` : text;
};

/** What is left of a gallery whose files were removed: their names. */
export function RemovedFiles({ items }: { items: readonly GalleryItem[] }) {
  return (
    <section className="wrap viewer-removed" aria-labelledby="removed-files">
      <h2 id="removed-files">Delivered files</h2>
      <ul className="rows">
        {items.map((item) => (
          <li key={item.id}>{itemName(item)}</li>
        ))}
      </ul>
    </section>
  );
}
