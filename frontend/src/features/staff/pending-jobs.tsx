import { Drawer } from 'antd';
import type { PendingJobsFilter, PendingJobsPage } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { usePendingJobs } from './api.ts';
import { PagedTable } from './paged-table.tsx';

export type PendingJobs = Pick<PendingJobsFilter, 'queue' | 'state'>;

const titles = { waiting: 'Waiting jobs', active: 'Running jobs', delayed: 'Delayed jobs' } as const;

/** The jobs of a queue that wait, run, or are delayed. */
export function PendingJobsDrawer({ jobs, onClose }: { jobs: PendingJobs | undefined; onClose: () => void }) {
  return (
    <Drawer
      title={jobs && `${titles[jobs.state]} of the queue ${jobs.queue}`}
      size="min(980px, 100vw)"
      open={jobs !== undefined}
      onClose={onClose}
      destroyOnHidden
    >
      {jobs && <List jobs={jobs} />}
    </Drawer>
  );
}

function List({ jobs }: { jobs: PendingJobs }) {
  const query = usePendingJobs(jobs);
  const isDelayed = jobs.state === 'delayed';
  return (
    <PagedTable
      query={query}
      names={{ all: 'jobs', one: 'job' }}
      none="They have started or ended since their number was read."
      fields={[]}
      wrapped
      columns={[
        { title: 'Job', render: (_, job) => <Job job={job} /> },
        { title: isDelayed ? 'Due' : 'Added', render: (_, { addedAt, dueAt }) => dateAndTime(dueAt ?? addedAt) },
        { title: 'Failed attempts', dataIndex: 'attempts', align: 'right', className: 'num' },
      ]}
    />
  );
}

function Job({ job: { id, name, event } }: { job: PendingJobsPage['items'][number] }) {
  return (
    <>
      {name}
      <p className="small muted num audit-evidence">
        Job {id}
        {event && ` · version ${event.version} of ${event.stream}`}
      </p>
    </>
  );
}
