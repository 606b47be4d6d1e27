import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Gallery, GalleryItem } from '#galleries/contract';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ReceiptButton } from '../../ui/receipt-button.tsx';
import { galleryEndpoints } from './endpoints.ts';
import { galleryKeys } from './keys.ts';
import {
  useAcceptGallery,
  useDeliverGallery,
  useDownloadArchive,
  useMarkReady,
  useReopenGallery,
  useSaveItem,
} from './viewer-api.ts';
import { downloadAll } from './viewer-download.ts';

const LifeDialog = lazyPart(async () => (await import('./viewer-life-dialog.tsx')).LifeDialog);
const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog);
const ReopenDialog = lazyPart(async () => (await import('./viewer-life-dialog.tsx')).ReopenDialog);

/** The actions that the server currently allows the user. */
export function ViewerActions({ gallery, items }: { gallery: Gallery; items: readonly GalleryItem[] }) {
  const { may, id } = gallery;
  const [hasMarkedReady, setHasMarkedReady] = useState(false);
  return (
    <>
      {may.upload && (
        <Link className="button" to={`/galleries/${id}/upload`}>
          Upload Files
        </Link>
      )}
      {may.markReady && <MarkReady id={id} onMark={() => setHasMarkedReady(true)} />}
      {may.reopen && <Reopen id={id} />}
      {may.archive && <DownloadArchive gallery={gallery} />}
      {may.download && items.length > 0 && <DownloadAll items={items} primary={!may.upload && !may.reopen} />}
      {may.share && <Share gallery={gallery} items={items} />}
      <ReceiptButton
        path={galleryEndpoints.detail(id)}
        queryKey={galleryKeys.receipt(id)}
        title="History of this gallery"
      />
      {may.deliver && <Deliver gallery={gallery} takesFocus={hasMarkedReady} />}
    </>
  );
}

function Share({ gallery, items }: { gallery: Gallery; items: readonly GalleryItem[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Share
      </button>
      <Deferred open={open}>
        <ShareDialog gallery={gallery} items={items} open={open} onClose={() => setOpen(false)} />
      </Deferred>
    </>
  );
}

function MarkReady({ id, onMark }: { id: string; onMark: () => void }) {
  const { mutate, isPending } = useMarkReady(id);
  const mark = () => {
    onMark();
    mutate(undefined);
  };
  return (
    <button type="button" className="button primary" aria-disabled={isPending} onClick={() => isPending || mark()}>
      Mark Ready
    </button>
  );
}

/** `takesFocus`: it appears in place of “Mark Ready”, which the user has pressed and which had the focus. */
function Deliver({ gallery: { id, client, originalsLocked }, takesFocus }: { gallery: Gallery; takesFocus: boolean }) {
  const { mutate, isPending } = useDeliverGallery(id);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) button.current?.focus();
  }, [takesFocus]);
  const close = () => setOpen(false);
  return (
    <>
      <button ref={button} type="button" className="button primary" onClick={() => setOpen(true)}>
        Deliver
      </button>
      <Deferred open={open}>
        <LifeDialog
          title="Deliver this gallery?"
          confirm="Deliver"
          open={open}
          submitting={isPending}
          onConfirm={() => mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          {client.displayName} sees every photo and video without a watermark, and the files stay as they are unless you
          reopen the gallery.
          {originalsLocked && ' The originals unlock when the balance is paid.'}
        </LifeDialog>
      </Deferred>
    </>
  );
}

function Reopen({ id }: { id: string }) {
  const { mutate, isPending } = useReopenGallery(id);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Reopen
      </button>
      <Deferred open={open}>
        <ReopenDialog
          open={open}
          submitting={isPending}
          onReopen={(reason) => mutate({ reason }, { onSuccess: close })}
          onClose={close}
        />
      </Deferred>
    </>
  );
}

/** The client's last step, below the pictures. */
export function AcceptGallery({ gallery: { id, creator, version } }: { gallery: Gallery }) {
  const { mutate, isPending } = useAcceptGallery(id);
  // The version when the dialog opens, because live updates may bring the next one while it is open.
  const [accepted, setAccepted] = useState<number>();
  const close = () => setAccepted(undefined);
  const open = accepted !== undefined;
  return (
    <div className="wrap viewer-end">
      <p className="muted">Is everything there? Accepting tells {creator.displayName} that the work is done.</p>
      <button type="button" className="button primary" onClick={() => setAccepted(version)}>
        Accept Gallery
      </button>
      <Deferred open={open}>
        <LifeDialog
          title="Accept this gallery?"
          confirm="Accept Gallery"
          open={open}
          submitting={isPending}
          onConfirm={() => open && mutate({ version: accepted }, { onSuccess: close })}
          onClose={close}
        >
          You can download your photos and videos for 12 months after the delivery. {creator.displayName} can’t change
          an accepted gallery any more.
        </LifeDialog>
      </Deferred>
    </div>
  );
}

/** Downloads all files as one archive: the originals, or the photos in web size while the originals are locked. */
function DownloadArchive({ gallery: { id, may } }: { gallery: Gallery }) {
  const { mutate, isPending } = useDownloadArchive(id);
  return (
    <button
      type="button"
      className="button"
      aria-disabled={isPending}
      onClick={() => isPending || mutate(may.download ? 'original' : 'large')}
    >
      {may.download ? 'Download ZIP' : 'Download ZIP (web size)'}
    </button>
  );
}

/** Downloads the files one after another, until the user stops it or leaves the page. */
function DownloadAll({ items, primary }: { items: readonly GalleryItem[]; primary: boolean }) {
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(null);
  const save = useSaveItem();
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    await downloadAll({ items, save, onProgress: setCount, signal: controller.signal });
    running.current = null;
    setCount(undefined);
  };
  const name = primary ? 'button primary' : 'button';
  if (count !== undefined)
    return (
      <button type="button" className={name} onClick={() => running.current?.abort()}>
        <span className="money">
          Stop ({count} of {items.length})
        </span>
      </button>
    );
  return (
    <button type="button" className={name} onClick={() => void start()}>
      Download All
    </button>
  );
}
