import { Button, Flex, Table } from 'antd';
import { useState } from 'react';
import type { StaffJobs } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { useDiscardJob, useRetryJob } from './api.ts';
import { ReasonDialog } from './reason-dialog.tsx';

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
        <time dateTime={failedAt}>{dateAndTime(failedAt)}</time> · queue {queue} · {attempts} attempts
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

/** How many jobs each queue has, and how many processes work on it. */
export function Queues({ queues }: { queues: StaffJobs['queues'] }) {
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
          { title: 'Waiting', dataIndex: 'waiting', align: 'right', className: 'num' },
          { title: 'Running', dataIndex: 'active', align: 'right', className: 'num' },
          { title: 'Delayed', dataIndex: 'delayed', align: 'right', className: 'num' },
          { title: 'Failed', dataIndex: 'failed', align: 'right', className: 'num' },
          { title: 'Workers', dataIndex: 'workers', align: 'right', className: 'num' },
        ]}
      />
    </Panel>
  );
}

/** The processes that do background work. One that was killed is listed for 30 more seconds. */
export function WorkerProcesses({ workers }: { workers: StaffJobs['workers'] }) {
  return (
    <Panel title="Workers" text={workers.length === 0 ? 'No worker is running.' : undefined}>
      {workers.length > 0 && (
        <Table<StaffJobs['workers'][number]>
          size="small"
          rowKey={({ host, pid }) => `${pid}@${host}`}
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={workers}
          columns={[
            { title: 'Process', render: (_, { host, pid }) => `${pid}@${host}` },
            { title: 'Last heartbeat', render: (_, { heartbeatAt }) => dateAndTime(heartbeatAt) },
            { title: 'Since', render: (_, { startedAt }) => dateAndTime(startedAt) },
            { title: 'Follows the log', render: (_, { followsLog }) => (followsLog ? 'Yes' : 'No') },
            { title: 'Queues', render: (_, { queues }) => queues.join(', ') },
          ]}
        />
      )}
    </Panel>
  );
}
