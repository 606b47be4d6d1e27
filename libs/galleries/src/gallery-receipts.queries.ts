import { Injectable } from '@nestjs/common';
import { type Recorded, replay } from '#kernel';
import { partOf, type Receipt, Receipts, type ReceiptWords } from '#platform/audit';
import { Context } from '#platform/context';
import { Modules } from '#platform/module';
import { GalleriesQueries } from './galleries.queries.ts';
import { type GalleryEvents, gallery } from './gallery.ts';

/** A delivery names the files that it handed over, so their uploads are left out. */
const uploads: ReadonlySet<string> = new Set<keyof GalleryEvents>(['GalleryItemListed', 'GalleryItemUnlisted']);
const forCreator: ReadonlySet<string> = new Set<keyof GalleryEvents>(['GalleryDeliveryReminded']);

/** The signed receipts of galleries, for their clients and creators. */
@Injectable()
export class GalleryReceipts {
  constructor(
    private readonly galleries: GalleriesQueries,
    private readonly receipts: Receipts,
    private readonly modules: Modules,
    private readonly context: Context,
  ) {}

  /** The history of a gallery, signed. For its parties; the refusals are those of {@link GalleriesQueries.byId}. */
  async of(galleryId: string): Promise<Receipt> {
    const parties = await this.galleries.partiesOf(galleryId);
    const { by } = this.context.origin;
    const isCreator = by.id === parties.creatorId;
    let state = gallery.initial;
    return this.receipts.issue({
      subject: galleryId,
      holder: { id: by.id, part: partOf(by, parties) },
      wordsOf: (recorded): ReceiptWords | undefined => {
        const event = recorded as Recorded<GalleryEvents>;
        state = replay({ initial: state, evolve: gallery.evolve }, [event]);
        if (uploads.has(event.type) || (forCreator.has(event.type) && !isCreator)) return undefined;
        return {
          title: this.modules.auditTitle(event.type) ?? event.type,
          status: state.status,
          by: partOf(event.by, parties),
          onBehalfOf: null,
          note: noteOf(event),
        };
      },
    });
  }
}

const noteOf = ({ type, data }: Recorded<GalleryEvents>): string | null => {
  if (type === 'GalleryDelivered')
    return `Version ${data.version}, ${data.itemIds.length === 1 ? '1 file' : `${data.itemIds.length} files`}`;
  if (type === 'GalleryRescheduled') return `To be delivered by ${data.dueDate}`;
  return type === 'GalleryReopened' ? data.reason : null;
};
