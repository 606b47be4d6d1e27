import { Button } from 'antd';
import { FileText, ImageIcon, RotateCw, X } from 'lucide-react';
import { fileSize } from '../../platform/text.ts';
import type { ChosenFile } from './chosen-files.ts';

type ChosenFileListProps = {
  files: readonly ChosenFile[];
  onRetry: (file: ChosenFile) => void;
  onRemove: (file: ChosenFile) => void;
};

/** The files of the message that is being written, each with its progress or why its upload failed. */
export function ChosenFileList({ files, onRetry, onRemove }: ChosenFileListProps) {
  return (
    <ul className="chosen-files" aria-label="Files of this message">
      {files.map((chosen) => (
        <li key={chosen.key}>
          <Preview chosen={chosen} />
          <span className="attachment-text">
            <bdi className="attachment-name">{chosen.file.name}</bdi>
            <State chosen={chosen} />
          </span>
          {chosen.error && (
            <Button
              type="text"
              icon={<RotateCw />}
              aria-label={`Upload ${chosen.file.name} again`}
              onClick={() => onRetry(chosen)}
            />
          )}
          <Button type="text" icon={<X />} aria-label={`Remove ${chosen.file.name}`} onClick={() => onRemove(chosen)} />
        </li>
      ))}
    </ul>
  );
}

/** Decorative: the name beside it says what it is. */
function Preview({ chosen: { preview, file } }: { chosen: ChosenFile }) {
  if (preview) return <img className="chosen-picture" src={preview} alt="" />;
  const Icon = file.type === 'application/pdf' ? FileText : ImageIcon;
  return <Icon className="chosen-picture" aria-hidden="true" />;
}

function State({ chosen: { file, id, sent, error } }: { chosen: ChosenFile }) {
  if (error)
    return (
      <span className="small error-text" role="alert">
        {error}
      </span>
    );
  if (id) return <span className="small muted num">{fileSize(file.size)}</span>;
  return (
    <>
      <progress value={sent} aria-label={`Uploading ${file.name}`} />
      <span className="small muted num">{sent > 0 ? `${Math.round(sent * 100)}%` : 'Waiting…'}</span>
    </>
  );
}
