import { Button } from 'antd';
import { Panel } from '../../ui/panel.tsx';
import { useExportAccount } from './api.ts';

/** Downloads everything stored about the user, as one file. */
export function ExportCard() {
  const download = useExportAccount();
  return (
    <Panel title="Your data" text="Your account, profile, leads, bookings and activity in one JSON file.">
      <Button loading={download.isPending} onClick={() => download.mutate()}>
        Export my data
      </Button>
    </Panel>
  );
}
