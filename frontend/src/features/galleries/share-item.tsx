import { Button, Tag } from 'antd';
import { useState } from 'react';
import { dateAndTime, longDate } from '../../platform/dates.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { useRevokeShare } from './share-api.ts';
import { endedLabel, type GalleryShare, termsLabel, visitLabel, visitsLabel } from './share-labels.ts';

type ShareItemProps = {
  galleryId: string;
  share: GalleryShare;
  /** Created in this dialog just now. */
  isNew: boolean;
  /** The name of a file; undefined if it was deleted. */
  nameOf: (itemId: string) => string | undefined;
};

/** One link: what it allows, its address while it works, and its visits. */
export function ShareItem({ galleryId, share, isNew, nameOf }: ShareItemProps) {
  const ended = endedLabel(share, new Date());
  const name = share.label ?? `Link of ${longDate(share.createdAt)}`;
  return (
    <li className="card pad">
      <div className="line">
        <b>{name}</b>
        {ended ? <Tag>{ended}</Tag> : <Tag color="success">{isNew ? 'New' : 'Active'}</Tag>}
      </div>
      <p className="muted small">{termsLabel(share)}</p>
      {!ended && (
        <CopyField value={`${location.origin}${share.path}`} label={`Address of ${name}`} copyLabel={`Copy ${name}`} />
      )}
      <div className="share-foot">
        <Visits share={share} nameOf={nameOf} />
        {!ended && <Revoke galleryId={galleryId} shareId={share.id} name={name} />}
      </div>
    </li>
  );
}

function Visits({ share: { visits }, nameOf }: Pick<ShareItemProps, 'share' | 'nameOf'>) {
  if (visits.length === 0) return <span className="muted small">Not opened yet</span>;
  // Ant Design's Collapse would be part of what every page loads.
  return (
    <details className="share-visits small">
      <summary>{visitsLabel(visits)}</summary>
      <ul>
        {visits.map((visit, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: visits have no id, and the list only grows at its beginning.
          <li key={visits.length - i} className="line">
            <span>{visitLabel(visit, nameOf)}</span>
            <span className="muted">{dateAndTime(visit.createdAt)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Revoke({ galleryId, shareId, name }: { galleryId: string; shareId: string; name: string }) {
  const { mutate, isPending } = useRevokeShare(galleryId);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button danger aria-label={`Revoke ${name}`} onClick={() => setOpen(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        title="Revoke this link?"
        open={open}
        confirm="Revoke"
        keep="Keep"
        submitting={isPending}
        onConfirm={() => mutate(shareId, { onSuccess: () => setOpen(false) })}
        onKeep={() => setOpen(false)}
      >
        {name} stops working at once, even for people who have the gallery open. You can’t undo it.
      </ConfirmDialog>
    </>
  );
}
