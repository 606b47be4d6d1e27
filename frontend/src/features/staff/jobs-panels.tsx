import { Button, Flex, Table } from 'antd';
import { useState } from 'react';
import type { StaffJobs } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { amount } from '../../platform/text.ts';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useDiscardJob, useRetryJob } from './api.ts';
import type { PendingJobs } from './pending-jobs.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

const PendingJobsDrawer = lazyPart(async () => (await import('./pending-jobs.tsx')).PendingJobsDrawer);

type Failed = StaffJobs['failed'][number];

/** The jobs that failed for good, the latest failure first. */
export function FailedJobs({ failed }: { failed: readonly Failed[] }) {
  return (
    <Panel title="Failed jobs" text={failed.length === 0 ? 'No job has failed for good.' : undefined}>
      {failed.length > 0 && (
        <Flex vertical gap={24}>
          {failed.map((job) => (
            <FailedJob key={`${job.queue} ${job.id}`} job={job} />
          ))}
        </Flex>
      )}
    </Panel>
  );
}

function FailedJob({ job }: { job: Failed }) {
  const { queue, id, name, attempts, reason, failedAt, event } = job;
  const [open, setOpen] = useState(false);
  const retry = useRetryJob();
  const discard = useDiscardJob();
  return (
    <article className="audit-entry">
      <h3>{name}</h3>
      <p className="small muted">
        <time dateTime={failedAt}>{dateAndTime(failedAt)}</time> · queue {queue} · {amount(attempts, 'attempt')}
      </p>
      <p className="pre-line">{reason}</p>
      <p className="small muted num audit-evidence">
        Job {id}
        {event && ` · version ${event.version} of ${event.stream}`}
      </p>
      <Flex wrap gap={10}>
        <Button loading={retry.isPending} onClick={() => retry.mutate({ queue, id })}>
          Retry
        </Button>
        <Button danger onClick={() => setOpen(true)}>
          Discard
        </Button>
      </Flex>
      <ReasonDialog
        name="discard-job"
        title="Discard the job"
        text="The job never runs. The log records who discarded it and why."
        confirm="Discard"
        open={open}
        submitting={discard.isPending}
        onReason={(text) => discard.mutate({ queue, id, reason: text }, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </article>
  );
}

const states = [
  { state: 'waiting', title: 'Waiting' },
  { state: 'active', title: 'Running' },
  { state: 'delayed', title: 'Delayed' },
] as const;

/** How many jobs each queue has, with a list of those that have not ended, and how many processes work on it. */
export function Queues({ queues }: { queues: StaffJobs['queues'] }) {
  const [shown, setShown] = useState<PendingJobs>();
  return (
    <Panel title="Queues">
      <Table<StaffJobs['queues'][number]>
        size="small"
        rowKey="name"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={queues}
        columns={[
          { title: 'Queue', dataIndex: 'name' },
          ...states.map(({ state, title }) => ({
            title,
            align: 'right' as const,
            className: 'num',
            render: (_: unknown, { name: queue, [state]: count }: StaffJobs['queues'][number]) =>
              count === 0 ? (
                count
              ) : (
                <Button
                  type="link"
                  className="row-button"
                  aria-label={`${amount(count, `${title.toLowerCase()} job`)} of ${queue}`}
                  onClick={() => setShown({ queue, state })}
                >
                  {count}
                </Button>
              ),
          })),
          { title: 'Failed', dataIndex: 'failed', align: 'right', className: 'num' },
          { title: 'Workers', dataIndex: 'workers', align: 'right', className: 'num' },
        ]}
      />
      <Deferred open={shown !== undefined}>
        <PendingJobsDrawer jobs={shown} onClose={() => setShown(undefined)} />
      </Deferred>
    </Panel>
  );
}

/** The processes that do background work. One that was killed is listed for 30 more seconds. */
export function WorkerProcesses({ workers }: { workers: StaffJobs['workers'] }) {
  return (
    <Panel title="Workers" text={workers.length === 0 ? 'No worker is running.' : undefined}>
      {workers.length > 0 && (
        <Flex vertical gap={24}>
          {workers.map(({ host, pid, heartbeatAt, startedAt, followsLog, queues }) => (
            <article key={`${pid}@${host}`} className="audit-entry">
              <h3>{`${pid}@${host}`}</h3>
              <p className="small muted">
                Last heartbeat {dateAndTime(heartbeatAt)} · since {dateAndTime(startedAt)}
                {followsLog && ' · follows the log'}
              </p>
              <p>Queues: {queues.join(', ')}</p>
            </article>
          ))}
        </Flex>
      )}
    </Panel>
  );
}
