import { Button, Flex } from 'antd';
import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import type { OwnPicture, OwnPortfolio } from '#catalog/contract';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useOrderPortfolio, useOwnPortfolio, useRemovePicture } from './portfolio-api.ts';
import { PictureTile, UploadTile } from './portfolio-tile.tsx';
import { addFiles, useLocalUploads } from './portfolio-uploads.ts';
import './portfolio-editor.css';

const CaptionDialog = lazyPart(async () => (await import('./portfolio-dialogs.tsx')).CaptionDialog);
const DeleteDialog = lazyPart(async () => (await import('./portfolio-dialogs.tsx')).DeleteDialog);

/**
 * The user's own portfolio: pictures can be added, described, put into another order and deleted. Everything is saved
 * at once.
 */
export function PortfolioEditor() {
  return (
    <Loaded
      query={useOwnPortfolio()}
      failure="Your portfolio could not be loaded"
      skeleton={<SkeletonBlocks heights={[220]} />}
    >
      {(portfolio) => <Editor portfolio={portfolio} />}
    </Loaded>
  );
}

function Editor({ portfolio: { items, limit } }: { portfolio: OwnPortfolio }) {
  const uploads = useLocalUploads();
  const [isOver, setIsOver] = useState(false);
  const count = items.filter(({ status }) => status !== 'refused').length;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    addFiles(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is an addition to the button inside.
    <div
      className={isOver ? 'drop-target over' : 'drop-target'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(event.dataTransfer.types.includes('Files'));
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Flex justify="space-between" align="center" wrap gap={12}>
        <AddButton />
        <span className="muted small num">
          {count} of {limit} photos
        </span>
      </Flex>
      {items.length + uploads.length > 0 && (
        <ul className="tiles">
          <Tiles items={items} />
          {uploads.map((upload) => (
            <UploadTile key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </div>
  );
}

function AddButton() {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    addFiles(target.files ?? []);
    // The same file can be chosen again.
    target.value = '';
  };
  return (
    <>
      <Button icon={<ImagePlus />} onClick={() => input.current?.click()}>
        Add photos
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Choose photos"
        data-testid="portfolio-files"
        onChange={choose}
      />
    </>
  );
}

type Direction = 'earlier' | 'later';

function Tiles({ items }: { items: readonly OwnPicture[] }) {
  const order = useOrderPortfolio();
  const dragged = useRef<string>(undefined);
  const moved = useRef<{ id: string; direction: Direction }>(undefined);
  const [announcement, setAnnouncement] = useState('');
  const [edited, setEdited] = useState<OwnPicture>();
  const [removed, setRemoved] = useState<OwnPicture>();
  const dismiss = useRemovePicture();
  const ids = items.map(({ id }) => id);
  // Focuses the button that moved with its tile again, or the opposite one if it is now disabled.
  useEffect(() => {
    const { id, direction } = moved.current ?? {};
    moved.current = undefined;
    if (!id) return;
    const button = (name: string | undefined) => document.querySelector<HTMLElement>(`#${name}-${id}:not(:disabled)`);
    (button(direction) ?? button(direction === 'earlier' ? 'later' : 'earlier'))?.focus();
  });
  const move = (id: string, to: number, direction?: Direction) => {
    const next = ids.filter((each) => each !== id).toSpliced(to, 0, id);
    if (direction) moved.current = { id, direction };
    const picture = items.find((each) => each.id === id);
    setAnnouncement(`${picture?.title ?? picture?.fileName} is now photo ${to + 1} of ${ids.length}`);
    order.mutate(next);
  };
  const dropOn = (place: number) => {
    if (dragged.current && dragged.current !== ids[place]) move(dragged.current, place);
    dragged.current = undefined;
  };
  return (
    <>
      {items.map((picture, place) => (
        <PictureTile
          key={picture.id}
          picture={picture}
          onDragStart={() => {
            dragged.current = picture.id;
          }}
          onDropped={() => dropOn(place)}
          actions={{
            ...(place > 0 && { onEarlier: () => move(picture.id, place - 1, 'earlier') }),
            ...(place < items.length - 1 && { onLater: () => move(picture.id, place + 1, 'later') }),
            ...(picture.status !== 'refused' && { onEdit: () => setEdited(picture) }),
            onRemove: () => (picture.status === 'refused' ? dismiss.mutate(picture.id) : setRemoved(picture)),
          }}
        />
      ))}
      <li className="unseen" role="status">
        {announcement}
      </li>
      <Deferred open={edited !== undefined}>
        <CaptionDialog picture={edited} onClose={() => setEdited(undefined)} />
      </Deferred>
      <Deferred open={removed !== undefined}>
        <DeleteDialog picture={removed} onClose={() => setRemoved(undefined)} />
      </Deferred>
    </>
  );
}
