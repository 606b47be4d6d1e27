import { Download } from 'lucide-react';
import { IconButton, Lightbox, useLightboxState } from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { MessageAttachment } from '#messages/contract';
import '../../ui/lightbox.css';

type AttachmentLightboxProps = {
  /** Pictures that are ready. */
  files: readonly MessageAttachment[];
  /** The id of the picture that is shown first. */
  open: MessageAttachment['id'];
  onDownload: (id: MessageAttachment['id']) => void;
  onClose: () => void;
};

/** The pictures of a message on the whole screen: by keyboard, mouse and touch, with zoom. */
export function AttachmentLightbox({ files, open, onDownload, onClose }: AttachmentLightboxProps) {
  return (
    <Lightbox
      open
      close={onClose}
      index={files.findIndex(({ id }) => id === open)}
      slides={files.map(({ largeUrl, fileName }) => ({ src: largeUrl ?? '', alt: fileName }))}
      plugins={[Zoom]}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      toolbar={{ buttons: [<DownloadButton key="download" files={files} onDownload={onDownload} />, 'close'] }}
    />
  );
}

function DownloadButton({ files, onDownload }: Pick<AttachmentLightboxProps, 'files' | 'onDownload'>) {
  const { currentIndex } = useLightboxState();
  const file = files[currentIndex];
  return file && <IconButton label="Download" icon={Download} onClick={() => onDownload(file.id)} />;
}
