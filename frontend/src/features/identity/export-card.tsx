import { today } from '../../platform/dates.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { usePending } from '../../ui/pending.ts';
import { exportAccount } from './own-account.ts';

const save = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser still reads it for a moment.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** All that is held of the reader, as one file. */
export function ExportCard() {
  const { pending, run } = usePending();
  const words = { done: 'Your data is ready', otherwise: 'Failed to export your data' };
  const get = () => run('export', async () => save(await exportAccount(), `festoon-data-${today()}.json`), words);
  return (
    <section className="card pad" aria-labelledby="export-title">
      <h2 id="export-title">Your data</h2>
      <p className="muted">
        Account, profile, leads, bookings and everything you did here, in one file that people and programs can read.
      </p>
      <BusyButton busy={pending === 'export'} onClick={() => void get()}>
        Export my data
      </BusyButton>
    </section>
  );
}
