import { FileText } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { MessageAttachment } from '#messages/contract';
import { fileSize } from '../../platform/text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Photo } from '../../ui/photo.tsx';
import { useDownloadAttachment } from './api.ts';

const loadLightbox = async () => (await import('./attachment-lightbox.tsx')).AttachmentLightbox;
const AttachmentLightbox = lazyPart(loadLightbox);

type AttachmentsProps = { threadId: string; files: readonly MessageAttachment[] };

/** The files of a message: pictures, which open on the whole screen, and others to download. */
export function Attachments({ threadId, files }: AttachmentsProps) {
  const { mutate: download } = useDownloadAttachment(threadId);
  const [open, setOpen] = useState<MessageAttachment['id']>();
  return (
    <span className="attachments">
      {files.map((file) =>
        isShown(file) ? (
          <button
            key={file.id}
            type="button"
            className="attachment-picture"
            aria-label={`Open ${file.fileName}`}
            onPointerEnter={() => void loadLightbox().catch(() => undefined)}
            onClick={() => setOpen(file.id)}
          >
            <Picture file={file} />
          </button>
        ) : (
          <OtherFile key={file.id} file={file} onDownload={() => download(file.id)} />
        ),
      )}
      {open !== undefined && (
        <Suspense>
          <AttachmentLightbox
            files={files.filter(isShown)}
            open={open}
            onDownload={download}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </span>
  );
}

const isShown = ({ previewUrl }: MessageAttachment): boolean => previewUrl !== null;

/**
 * Every response has new URLs of the same picture, with which the browser would load it again. So the first one stays
 * until it is no longer valid.
 */
function Picture({ file: { previewUrl, fileName, width, height, thumbhash } }: { file: MessageAttachment }) {
  const [url, setUrl] = useState(previewUrl ?? '');
  return (
    <Photo
      src={url}
      alt={fileName}
      width={width ?? undefined}
      height={height ?? undefined}
      thumbhash={thumbhash}
      onError={() => setUrl(previewUrl ?? '')}
    />
  );
}

function OtherFile({ file, onDownload }: { file: MessageAttachment; onDownload: () => void }) {
  const { fileName, size, status, reason } = file;
  const content = (
    <>
      <FileText aria-hidden="true" />
      <span className="attachment-text">
        <bdi className="attachment-name">{fileName}</bdi>
        <span className="small muted num">{status === 'processing' ? 'Preparing…' : (reason ?? fileSize(size))}</span>
      </span>
    </>
  );
  if (status !== 'ready') return <span className="attachment">{content}</span>;
  return (
    <button type="button" className="attachment" onClick={onDownload}>
      <span className="unseen">Download </span>
      {content}
    </button>
  );
}
