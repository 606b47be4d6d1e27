import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { Gallery, GalleryItem } from '#galleries/contract';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useGalleryShares } from './share-api.ts';
import { ShareForm } from './share-form.tsx';
import { ShareItem } from './share-item.tsx';
import { itemName } from './viewer-labels.ts';
import './share.css';

type ShareDialogProps = {
  gallery: Gallery;
  items: readonly GalleryItem[];
  open: boolean;
  onClose: () => void;
};

/** The links to a gallery for people without an account: create, copy and revoke them, and see who opened them. */
export function ShareDialog({ gallery: { id, status }, items, open, onClose }: ShareDialogProps) {
  const shares = useGalleryShares(id);
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<string>();
  const nameOf = (itemId: string) => {
    const item = items.find((one) => one.id === itemId);
    return item && itemName(item);
  };
  return (
    <Modal title="Share Gallery" open={open} onCancel={onClose} footer={null} width={640} destroyOnHidden>
      <div className="shares">
        <p className="muted">
          Anyone who has a link can open this gallery without an account.
          {status === 'draft' && ' Links work once the gallery is marked as ready.'}
        </p>
        {creating ? (
          <ShareForm
            galleryId={id}
            onCreated={(path) => {
              setCreated(path);
              setCreating(false);
            }}
            onCancel={() => setCreating(false)}
          />
        ) : (
          <Button type="primary" className="share-create" onClick={() => setCreating(true)}>
            Create Link
          </Button>
        )}
        <Loaded query={shares} failure="The links could not be loaded" skeleton={<SkeletonBlocks heights={[120]} />}>
          {(links) =>
            links.length > 0 && (
              <ul className="share-list" aria-label="Links">
                {links.map((share) => (
                  <ShareItem
                    key={share.id}
                    galleryId={id}
                    share={share}
                    isNew={share.path === created}
                    nameOf={nameOf}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Modal>
  );
}
