import { Button, Progress } from 'antd';
import { Film, ImageIcon, X } from 'lucide-react';
import { type MouseEvent, memo, useState } from 'react';
import { isVideo, type ListedFile, megabytes } from './upload-files.ts';

type UploadTileProps = {
  entry: ListedFile;
  removable: boolean;
  failed: boolean;
  /** How much of the file was sent, in whole percent; null unless it is being sent. */
  sent: number | null;
  onRemove: (id: string) => void;
};

/** Moves the focus to the next button of the list before the focused one is removed. */
const focusNext = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
  const buttons = [...(currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const index = buttons.indexOf(currentTarget as HTMLButtonElement);
  (buttons[index + 1] ?? buttons[index - 1])?.focus();
};

/** One file of the list. */
export const UploadTile = memo(function UploadTile({ entry, removable, failed, sent, onRemove }: UploadTileProps) {
  const { id, file, uploaded } = entry;
  const remove = (event: MouseEvent<HTMLElement>) => {
    focusNext(event);
    onRemove(id);
  };
  return (
    <li className="upload-tile">
      <div className="upload-preview">
        <Preview entry={entry} />
        {uploaded && <span className="tag pine">Uploaded</span>}
        {failed && <span className="tag rose">Not uploaded</span>}
        {removable && !uploaded && (
          <Button className="upload-remove" icon={<X />} aria-label={`Remove ${file.name}`} onClick={remove} />
        )}
        {sent !== null && <Progress percent={sent} size={['100%', 4]} showInfo={false} aria-hidden="true" />}
      </div>
      <bdi className="upload-name" title={file.name}>
        {file.name}
      </bdi>
      <span className="small muted num">{megabytes(file.size)}</span>
    </li>
  );
});

/** Decorative: the name below says what it is. */
function Preview({ entry: { file, preview } }: { entry: ListedFile }) {
  const [broken, setBroken] = useState(false);
  if (isVideo(file)) return <Film role="img" aria-label="Video" />;
  if (broken) return <ImageIcon aria-hidden="true" />;
  // Only previews near the visible part of the page are decoded.
  return (
    <img className="picture" src={preview} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
  );
}
