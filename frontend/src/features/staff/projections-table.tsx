import { Button, Flex, Table } from 'antd';
import { useState } from 'react';
import type { MaintenanceEntry, MaintenanceTask, StaffProjections } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useStartMaintenance } from './api.ts';
import {
  isPossible,
  isTaskRunning,
  lagOf,
  namesText,
  outcomeOf,
  type Projection,
  projectionTasks,
  type Readings,
  secondsLeft,
  speedOf,
  tasks,
  titleOf,
  withReading,
} from './projection-tasks.ts';

const progressOf = (rebuild: NonNullable<Projection['rebuild']>): string => {
  const left = secondsLeft(rebuild, Date.now());
  return `Rebuilding, ${Math.floor(rebuild.done * 100)} %${left === undefined ? '' : `, about ${left} s left`}, by ${rebuild.by}`;
};

const stateOf = ({ failure, failedAt, pausedAt, rebuild, keptSince }: Projection): string =>
  [
    failure && `Stopped at event ${failedAt}: ${failure}`,
    pausedAt && `Paused since ${dateAndTime(pausedAt)}`,
    rebuild && progressOf(rebuild),
    keptSince && `Can be rolled back, replaced ${dateAndTime(keptSince)}`,
  ]
    .filter(Boolean)
    .join('. ') || 'Running';

const speedText = (readings: Readings, name: string): string => {
  const speed = speedOf(readings, name);
  return speed === undefined ? '–' : `${Math.max(1, Math.round(speed)).toLocaleString('en-US')}/s`;
};

type ProjectionsTableProps = Pick<StaffProjections, 'items' | 'maintenance'> & {
  /** When the projections were read, in milliseconds. */
  readAt: number;
};

/** How far each projection is, and the tasks for those that are chosen. The end of a name is the version. */
export function ProjectionsTable({ items, maintenance, readAt }: ProjectionsTableProps) {
  const [known, setKnown] = useState<Readings>();
  const readings = withReading(known, items, readAt);
  if (readings !== known) setKnown(readings);
  const [chosenNames, setChosenNames] = useState<readonly string[]>([]);
  const chosen = items.filter(({ name }) => chosenNames.includes(name));
  return (
    <>
      <TaskButtons
        chosen={chosen}
        disabled={isTaskRunning(maintenance)}
        latest={maintenance[0]}
        onStarted={() => setChosenNames([])}
      />
      <Table<Projection>
        size="small"
        rowKey="name"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={items}
        rowSelection={{
          selectedRowKeys: [...chosenNames],
          onChange: (keys) => setChosenNames(keys.map(String)),
          getCheckboxProps: ({ name }) => ({ 'aria-label': `Choose ${name}` }),
          getTitleCheckboxProps: () => ({ 'aria-label': 'Choose all projections' }),
        }}
        columns={[
          { title: 'Projection', render: (_, { name }) => name.replace(/_v\d+$/, '') },
          { title: 'Version', align: 'right', className: 'num', render: (_, { name }) => /\d+$/.exec(name)?.[0] },
          { title: 'Position', dataIndex: 'position', align: 'right', className: 'num' },
          { title: 'Lag', render: (_, projection) => lagOf(projection) },
          { title: 'Speed', align: 'right', className: 'num', render: (_, { name }) => speedText(readings, name) },
          { title: 'State', render: (_, projection) => stateOf(projection) },
          { title: 'Projected by', render: (_, { holder }) => holder ?? 'No process' },
        ]}
      />
    </>
  );
}

type TaskButtonsProps = {
  chosen: readonly Projection[];
  disabled: boolean;
  latest: MaintenanceEntry | undefined;
  onStarted: () => void;
};

/** Which projections are chosen; while none is, what came of the latest task. */
const hintOf = (chosen: readonly Projection[], latest: MaintenanceEntry | undefined): string => {
  if (chosen.length > 0) return `Chosen: ${namesText(chosen.map(({ name }) => name))}`;
  return latest ? `${titleOf(latest)}. ${outcomeOf(latest)}.` : 'Choose projections first.';
};

/** The tasks that are possible for the chosen projections. */
function TaskButtons({ chosen, disabled, latest, onStarted }: TaskButtonsProps) {
  const start = useStartMaintenance();
  const [asked, setAsked] = useState<MaintenanceTask>();
  const names = chosen.map(({ name }) => name);
  const startTask = (task: MaintenanceTask) =>
    start.mutate({ task, projections: names }, { onSuccess: onStarted, onSettled: () => setAsked(undefined) });
  const askOrStart = (task: MaintenanceTask) => (tasks[task].confirmation ? setAsked(task) : startTask(task));
  return (
    <>
      <Flex wrap gap={10} align="center" className="staff-tasks">
        {projectionTasks.map((task) => (
          <Button
            key={task}
            disabled={disabled || !isPossible(task, chosen)}
            loading={start.isPending && start.variables.task === task}
            onClick={() => askOrStart(task)}
          >
            {tasks[task].label}
          </Button>
        ))}
        <span className="small muted" aria-live="polite">
          {hintOf(chosen, latest)}
        </span>
      </Flex>
      <ConfirmDialog
        title={asked ? `${tasks[asked].label} ${namesText(names)}?` : ''}
        open={asked !== undefined}
        confirm={asked ? tasks[asked].label : ''}
        keep="Cancel"
        danger={false}
        submitting={start.isPending}
        onConfirm={() => asked && startTask(asked)}
        onKeep={() => setAsked(undefined)}
      >
        {asked && tasks[asked].confirmation}
      </ConfirmDialog>
    </>
  );
}
