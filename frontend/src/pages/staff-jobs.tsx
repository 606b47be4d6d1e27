import { useStaffJobs } from '../features/staff/api.ts';
import { FailedJobs, Queues, WorkerProcesses } from '../features/staff/jobs-panels.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { StaffPage } from './staff-page.tsx';

/** The background work, for operators. */
export function StaffJobs() {
  return (
    <StaffPage
      title="Jobs"
      lead="The queues of background work, who works on them, and what failed for good."
      path="/staff/jobs"
      refusal="Only staff can see the jobs."
    >
      <Content />
    </StaffPage>
  );
}

function Content() {
  const query = useStaffJobs();
  return (
    <Loaded
      query={query}
      failure="The jobs could not be loaded"
      skeleton={<SkeletonBlocks heights={[120, 300, 120]} />}
    >
      {({ failed, queues, workers }) => (
        <div className="stack staff-list">
          <FailedJobs failed={failed} />
          <Queues queues={queues} />
          <WorkerProcesses workers={workers} />
        </div>
      )}
    </Loaded>
  );
}
