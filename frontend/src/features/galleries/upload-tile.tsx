import { Button, Progress } from 'antd';
import { Film, ImageIcon, X } from 'lucide-react';
import { type MouseEvent, memo, useRef } from 'react';
import { isVideo, type ListedFile, megabytes } from './upload-files.ts';
import { usePreview } from './upload-preview.ts';

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
        <Preview file={file} />
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
function Preview({ file }: { file: File }) {
  return isVideo(file) ? <Film role="img" aria-label="Video" /> : <Picture file={file} />;
}

function Picture({ file }: { file: File }) {
  const place = useRef<HTMLSpanElement>(null);
  const preview = usePreview(file, place);
  return (
    <span ref={place} className="picture">
      {preview && <img className="picture" src={preview} alt="" />}
      {preview === null && <ImageIcon aria-hidden="true" />}
    </span>
  );
}
