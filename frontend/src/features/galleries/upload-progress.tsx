import { Progress } from 'antd';
import { useIsOnline } from '../../platform/online.ts';
import { Festoon } from '../../ui/festoon.tsx';

const bulbs = 10;

/** While files are uploaded: how much of the list is done. */
export function UploadProgress({ percent }: { percent: number }) {
  const isOnline = useIsOnline();
  return (
    <div className="card pad upload-progress">
      <Festoon bulbs={bulbs} lit={Math.floor((percent / 100) * bulbs)} sag={14} size={6} />
      <p role="status">
        {isOnline ? 'Uploading files...' : 'You’re offline. The upload continues when the connection is back.'}
      </p>
      <Progress percent={percent} aria-label="Uploading files" />
    </div>
  );
}
