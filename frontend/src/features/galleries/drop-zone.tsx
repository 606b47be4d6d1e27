import { Upload } from 'antd';
import { CloudUpload } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { acceptedExtensions, acceptedNames } from './upload-files.ts';

type DropZoneProps = {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
  ref: RefObject<HTMLDivElement | null>;
};

/**
 * Where photos and videos are chosen or dropped. All chosen files are reported, including those that are not accepted.
 */
export function DropZone({ disabled, onFiles, ref }: DropZoneProps) {
  useSpaceKey(ref);
  return (
    <div ref={ref} className="drop-zone">
      <Upload.Dragger
        multiple
        // The file dialog offers these; the list decides what it skips.
        accept={{ format: acceptedExtensions, filter: 'native' }}
        showUploadList={false}
        disabled={disabled}
        beforeUpload={(file, chosen) => {
          if (file === chosen[0]) onFiles(chosen);
          return Upload.LIST_IGNORE;
        }}
      >
        <CloudUpload aria-hidden="true" />
        <b className="drop-idle">Drag & drop files here, or click to select</b>
        <b className="drop-over">Drop files here...</b>
        <span className="small muted">Supports: {acceptedNames} (up to 100MB each)</span>
      </Upload.Dragger>
    </div>
  );
}

/** Ant Design's drop zone is a button, but opens the file dialog only with Enter. */
const useSpaceKey = (zone: RefObject<HTMLDivElement | null>): void => {
  useEffect(() => {
    const element = zone.current;
    const open = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !(event.target instanceof HTMLElement)) return;
      event.preventDefault();
      event.target.click();
    };
    element?.addEventListener('keydown', open);
    return () => element?.removeEventListener('keydown', open);
  }, [zone]);
};
