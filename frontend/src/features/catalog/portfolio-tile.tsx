import { Button } from 'antd';
import { ArrowLeft, ArrowRight, Pencil, RotateCw, Trash2, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect } from 'react';
import type { OwnPicture } from '#catalog/contract';
import { StoredPicture } from '../../ui/stored-picture.tsx';
import { cancelUpload, type LocalUpload, previewOf, releasePreview, retryUpload } from './portfolio-uploads.ts';

const sizes = '(max-width: 460px) 100vw, 250px';

/** The actions on a picture. Without `onEdit` there is no edit button; a move that is absent has a disabled button. */
type TileActions = {
  onEarlier?: () => void;
  onLater?: () => void;
  onEdit?: () => void;
  onRemove: () => void;
};

type PictureTileProps = {
  picture: OwnPicture;
  actions: TileActions;
  onDragStart: () => void;
  /** Another picture was dropped here. */
  onDropped: () => void;
};

/** One picture of the user's own portfolio. It can be dragged to another place. */
export function PictureTile({ picture, actions, onDragStart, onDropped }: PictureTileProps) {
  const { id, status, isFeatured, title, description, fileName, reason } = picture;
  const name = title ?? fileName;
  const drop = (event: DragEvent) => {
    // Files that are dropped belong to the whole list.
    if (event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    onDropped();
  };
  return (
    <li
      className="card tile"
      draggable={status !== 'refused'}
      onDragStart={onDragStart}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className={status === 'published' ? 'tile-picture' : 'tile-picture waiting'}>
        <Preview picture={picture} />
        {isFeatured && <span className="tag amber">Featured</span>}
      </div>
      <div className="tile-text small">
        <b>{name}</b>
        {description && <span className="muted">{description}</span>}
        {status === 'processing' && <span className="muted">Preparing…</span>}
        {reason && <span className="error-text">{reason}</span>}
      </div>
      <div className="tile-actions">
        {status !== 'refused' && (
          <>
            <Action
              id={`earlier-${id}`}
              label={`Move ${name} earlier`}
              icon={<ArrowLeft />}
              onClick={actions.onEarlier}
            />
            <Action id={`later-${id}`} label={`Move ${name} later`} icon={<ArrowRight />} onClick={actions.onLater} />
          </>
        )}
        {actions.onEdit && <Action label={`Edit the caption of ${name}`} icon={<Pencil />} onClick={actions.onEdit} />}
        <Action
          label={status === 'refused' ? `Dismiss ${name}` : `Delete ${name}`}
          icon={status === 'refused' ? <X /> : <Trash2 />}
          onClick={actions.onRemove}
        />
      </div>
    </li>
  );
}

type ActionProps = { id?: string; label: string; icon: ReactNode; onClick: (() => void) | undefined };

function Action({ id, label, icon, onClick }: ActionProps) {
  return <Button id={id} type="text" aria-label={label} icon={icon} disabled={!onClick} onClick={onClick} />;
}

function Preview({ picture: { id, mediaUrl, width, height, thumbhash } }: { picture: OwnPicture }) {
  useEffect(() => {
    if (mediaUrl) releasePreview(id);
  }, [id, mediaUrl]);
  if (mediaUrl && width && height)
    return <StoredPicture picture={{ mediaUrl, width, height, thumbhash: thumbhash ?? '' }} alt="" sizes={sizes} />;
  const preview = previewOf(id);
  return preview && <img className="picture" src={preview} alt="" />;
}

/** A file that is waiting, being sent, or failed. */
export function UploadTile({ upload: { id, file, preview, sent, isStored, error } }: { upload: LocalUpload }) {
  return (
    <li className="card tile">
      <div className="tile-picture waiting">
        <img className="picture" src={preview} alt="" />
        {!error && <progress value={sent} aria-label={`Uploading ${file.name}`} />}
      </div>
      <div className="tile-text small">
        <b>{file.name}</b>
        {error ? (
          <span className="error-text" role="alert">
            {error}
          </span>
        ) : (
          <span className="muted num">{sent > 0 ? `${Math.round(sent * 100)}%` : 'Waiting…'}</span>
        )}
      </div>
      <div className="tile-actions">
        {error && <Action label={`Upload ${file.name} again`} icon={<RotateCw />} onClick={() => retryUpload(id)} />}
        <Action label={`Remove ${file.name}`} icon={<X />} onClick={isStored ? undefined : () => cancelUpload(id)} />
      </div>
    </li>
  );
}
