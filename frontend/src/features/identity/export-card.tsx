import { BusyButton } from '../../ui/busy-button.tsx';
import { useExportAccount } from './api.ts';

/** All that is held of the reader, as one file. */
export function ExportCard() {
  const download = useExportAccount();
  return (
    <section className="card pad" aria-labelledby="export-title">
      <h2 id="export-title">Your data</h2>
      <p className="muted">
        Account, profile, leads, bookings and everything you did here, in one file that people and programs can read.
      </p>
      <BusyButton busy={download.isPending} onClick={() => download.mutate()}>
        Export my data
      </BusyButton>
    </section>
  );
}
