import { useStaffIntegrity } from '../features/staff/api.ts';
import { CheckpointsPanel } from '../features/staff/checkpoints-panel.tsx';
import { LogVerifications } from '../features/staff/log-verifications.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { StaffPage } from './staff-page.tsx';

/** Whether the event log is unchanged, for operators. */
export function StaffIntegrity() {
  return (
    <StaffPage
      title="Integrity"
      lead="Whether the event log is what was written: hashes, versions, positions, times and signed checkpoints."
      path="/staff/integrity"
      refusal="Only staff can verify the log."
    >
      <Content />
    </StaffPage>
  );
}

function Content() {
  const query = useStaffIntegrity();
  return (
    <Loaded
      query={query}
      failure="The state of the log could not be loaded"
      skeleton={<SkeletonBlocks heights={[320, 320]} />}
    >
      {({ verifications, checkpoints }) => (
        <div className="stack staff-list">
          <LogVerifications entries={verifications} />
          <CheckpointsPanel checkpoints={checkpoints} />
        </div>
      )}
    </Loaded>
  );
}
