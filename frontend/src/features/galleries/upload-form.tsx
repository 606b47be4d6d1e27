import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Flex } from 'antd';
import { type RefObject, useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { galleryUploadPurpose } from '#galleries/contract';
import { authorizationHeaders, HttpError, messageOf } from '../../platform/http.ts';
import { uploadFile } from '../../platform/uploads.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { useNotify } from '../../ui/notify.tsx';
import { DropZone } from './drop-zone.tsx';
import { acceptedNames, type ListedFile, percentUploaded, skippedLabel } from './upload-files.ts';
import { UploadProgress } from './upload-progress.tsx';
import { UploadQueue, type UploadQueueState } from './upload-queue.ts';
import { readStoredFiles } from './upload-stored.ts';
import { UploadTile } from './upload-tile.tsx';
import './upload.css';

const queueFor = (galleryId: string): UploadQueue =>
  new UploadQueue({
    send: (sending) => uploadFile({ ...sending, purpose: galleryUploadPurpose, targetId: galleryId }),
    storedFiles: () => readStoredFiles(galleryId),
  });

const requireSession = async (): Promise<void> => {
  const { authorization } = await authorizationHeaders();
  if (!authorization) throw new HttpError(401, 'not-authenticated', 'Not authenticated');
};

/** The page was left. */
const isPaused = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const failureText = (error: unknown): string =>
  error instanceof HttpError && error.status === 401 ? 'Not authenticated' : messageOf(error, 'Failed to upload files');

type UploadFormProps = { galleryId: string; itemCount: number; onDone: () => void };

/** Chooses files and uploads them into a gallery, one after another. `onDone` is called once all are uploaded. */
export function UploadForm({ galleryId, itemCount, onDone }: UploadFormProps) {
  const [queue] = useState(() => queueFor(galleryId));
  useEffect(() => () => queue.close(), [queue]);
  useEffect(() => queue.setItemCount(itemCount), [queue, itemCount]);
  const state = useSyncExternalStore(queue.subscribe, queue.state);
  const dropZone = useRef<HTMLDivElement>(null);
  const upload = useUpload(queue, onDone);
  const { files, skipped } = state;
  const uploading = upload.isPending;
  const clear = () => {
    queue.clear();
    upload.reset();
    dropZone.current?.querySelector<HTMLElement>('[role="button"]')?.focus();
  };
  return (
    <div className="stack">
      <DropZone ref={dropZone} disabled={uploading} onFiles={(chosen) => queue.add(chosen)} />
      {skipped.length > 0 && <Skipped files={skipped} onClose={() => queue.dismissSkipped()} />}
      {files.length > 0 && <Files state={state} uploading={uploading} onRemove={(id) => queue.remove(id)} />}
      {uploading && <UploadProgress percent={percentUploaded(files)} />}
      {upload.isError && <Failure error={upload.error} state={state} />}
      <Flex className="form-end" wrap gap={10} justify="end">
        <Button disabled={uploading || files.length === 0} onClick={clear}>
          Clear All
        </Button>
        <Button type="primary" disabled={uploading || files.length === 0} onClick={() => upload.mutate()}>
          {uploading ? 'Uploading...' : `Upload ${files.length} Files`}
        </Button>
      </Flex>
      <LeaveGuard active={uploading} title="Stop uploading?" leave="Leave page" stay="Keep uploading">
        What is uploaded stays in the gallery. To upload the rest later, choose the same files again.
      </LeaveGuard>
    </div>
  );
}

const useUpload = (queue: UploadQueue, onDone: () => void) => {
  const notify = useNotify();
  return useMutation({
    mutationFn: async () => {
      await requireSession();
      await queue.upload();
    },
    onSuccess: () => {
      notify.success(`Successfully uploaded ${queue.state().files.length} files`);
      onDone();
    },
    onError: (error) => {
      if (!isPaused(error)) console.error('Failed to upload files', error);
    },
  });
};

function Skipped({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const names = files.slice(0, 5).map(({ name }) => name);
  const more = files.length > names.length ? ` and ${files.length - names.length} more` : '';
  return (
    <Alert
      type="warning"
      showIcon
      closable={{ onClose, 'aria-label': 'Dismiss' }}
      title={skippedLabel(files.length)}
      description={
        <>
          <p>Only {acceptedNames} files of up to 100 MB can be added, and none that are empty.</p>
          <p className="small">
            {names.join(', ')}
            {more}
          </p>
        </>
      }
    />
  );
}

type FilesProps = { state: UploadQueueState; uploading: boolean; onRemove: (id: string) => void };

function Files({ state: { files, current, failedId }, uploading, onRemove }: FilesProps) {
  const id = useId();
  // A stable function, so that a tile is rendered again only if its own file changes.
  const latest = useLatest(onRemove);
  const remove = useCallback((fileId: string) => latest.current(fileId), [latest]);
  return (
    <section className="card pad" aria-labelledby={id}>
      <h2 id={id}>Files to Upload ({files.length})</h2>
      <ul className="upload-grid">
        {files.map((entry) => (
          <UploadTile
            key={entry.id}
            entry={entry}
            removable={!uploading}
            failed={entry.id === failedId}
            sent={current?.id === entry.id ? current.sent : null}
            onRemove={remove}
          />
        ))}
      </ul>
    </section>
  );
}

const useLatest = <T,>(value: T): RefObject<T> => {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
};

function Failure({ error, state: { files, failedId } }: { error: unknown; state: UploadQueueState }) {
  const failed: ListedFile | undefined = files.find(({ id }) => id === failedId);
  return (
    <Alert
      type="error"
      showIcon
      title={failureText(error)}
      description={failed && `The upload stopped at ${failed.file.name}. Upload again to continue from there.`}
    />
  );
}
